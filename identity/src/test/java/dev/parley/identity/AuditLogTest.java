package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.audit.AuditEntry;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.store.MemoryStore;
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
