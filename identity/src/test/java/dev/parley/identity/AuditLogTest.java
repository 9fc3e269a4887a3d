package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.audit.AuditEntry;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditLogTest {
  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();

  @AfterEach
  void close() {
    broker.close();
    time.close();
  }

  private AuditLog log(int entriesMax, Duration age) {
    return new AuditLog(broker.records(), time, new AuditLog.Keep(entriesMax, age));
  }

  private static List<String> subjects(AuditLog log) {
    return log.page(Long.MAX_VALUE, 100, null, null).stream().map(AuditEntry::subject).toList();
  }

  private static void add(AuditLog log, String subject) {
    assertThat(log.add("owner", "agent.create", subject, "ok", "rest").join()).isTrue();
  }

  @Test
  void onlySoManyAreKeptOnDiskToo() {
    AuditLog log = log(3, Duration.ofDays(1));
    for (int i = 0; i < 5; i++) {
      add(log, "a" + i);
    }

    assertThat(subjects(log)).containsExactly("a4", "a3", "a2");
    // In the queue behind what was to be deleted.
    broker.records().put("something else", "x", new byte[0]).join();
    assertThat(subjects(log(100, Duration.ofDays(1)))).containsExactly("a4", "a3", "a2");
  }

  private static void refuse(AuditLog log, Principal who, String action) {
    Refused why = new Refused(ErrorCode.FORBIDDEN, "no");
    log.done(new Visit(who, Door.WS, "127.0.0.1"), action, "x", why);
  }

  private void expectOthersAndFiveOfAda(AuditLog log) {
    assertThat(log.page(Long.MAX_VALUE, 200, "owner", null)).hasSize(100);
    assertThat(log.page(Long.MAX_VALUE, 200, "bob", null)).hasSize(1);
    assertThat(log.page(Long.MAX_VALUE, 200, "ada", null)).hasSize(5);
  }

  @Test
  void anAgentThatIsRefusedOverAndOverPushesOutOnlyItsOwn() {
    ManualTime clock = new ManualTime(1_700_000_000_000L);
    AuditLog log =
        new AuditLog(broker.records(), clock, new AuditLog.Keep(100, Duration.ofDays(90)));
    for (int i = 0; i < 100; i++) {
      add(log, "a" + i);
    }
    refuse(log, new Principal.AgentPrincipal(new AgentId("bob")), "agent.delete");
    for (int i = 0; i < 21_000; i++) {
      if (i % 100 == 0) {
        clock.advance(Duration.ofMinutes(1));
      }
      refuse(log, new Principal.AgentPrincipal(new AgentId("ada")), "action." + i % 10);
    }
    broker.records().put("something else", "x", new byte[0]).join();
    broker.records().put("something else", "y", new byte[0]).join();

    expectOthersAndFiveOfAda(log);
    expectOthersAndFiveOfAda(log(100, Duration.ofDays(9_000)));
  }

  @Test
  void whatAnAgentMayDoDoesNotPushOthersOutEither() {
    AuditLog log = log(100, Duration.ofDays(1));
    add(log, "the owner's");
    for (int i = 0; i < 300; i++) {
      assertThat(log.add("ada", "session.create", "s" + i, "ok", "rest").join()).isTrue();
    }

    assertThat(subjects(log))
        .containsExactly("s299", "s298", "s297", "s296", "s295", "the owner's");
  }

  @Test
  void whenManyFillTheirPartWhoeverHasMostGivesWay() {
    AuditLog log = log(20, Duration.ofDays(1));
    add(log, "the owner's");
    for (int i = 0; i < 40; i++) {
      assertThat(log.add("10.0.0." + i, "login", "", "unauthorized", "ws").join()).isTrue();
    }

    assertThat(log.page(Long.MAX_VALUE, 100, null, null)).hasSize(21);
    assertThat(subjects(log)).contains("the owner's");
  }

  @Test
  void numbersGoOnAfterARestart() {
    add(log(10, Duration.ofDays(1)), "before");
    AuditLog after = log(10, Duration.ofDays(1));
    add(after, "\"after\"\n");

    assertThat(subjects(after)).containsExactly("\"after\"\n", "before");
    assertThat(subjects(log(10, Duration.ofDays(1)))).containsExactly("\"after\"\n", "before");
  }

  @Test
  void oldOnesGo() {
    AuditLog log = log(10, Duration.ofMillis(-1));
    add(log, "old at once");

    assertThat(subjects(log)).isEmpty();
  }
}
