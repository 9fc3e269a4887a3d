package dev.parley.agents.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Visit;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UsageRoomTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Visit OWNER = Visit.ofHub();

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L); // 2023-11-14, 22:13 UTC
  private Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private Usage usage = Usage.open(broker, new UsageLimits(3, 2));

  @BeforeEach
  void ada() {
    broker.participants().createAgent(ADA, null, null, null, null).join();
  }

  @AfterEach
  void close() {
    usage.close();
    broker.close();
    store.close();
  }

  private boolean say(String id, String model, long tokens) {
    return usage.record(OWNER, ADA, new Used(id, model, new Counts(1, tokens, 0, 0))).join();
  }

  private UsageReport report(String from, String to) {
    return usage
        .report(OWNER, LocalDate.parse(from), LocalDate.parse(to), UsageReport.By.DAY, null)
        .join();
  }

  private void refused(ErrorCode code, String id, String model) {
    assertThatThrownBy(() -> say(id, model, 1))
        .satisfies(failure -> assertThat(Refused.of(failure).code()).isEqualTo(code));
  }

  @Test
  void daysAreCountedApartAndARangeHasBothItsEnds() {
    say("a", "m", 1);
    time.advance(Duration.ofHours(2));
    say("b", "m", 10);

    assertThat(report("2023-11-14", "2023-11-15").rows())
        .extracting(UsageReport.Row::key)
        .containsExactly("2023-11-14", "2023-11-15");
    assertThat(report("2023-11-14", "2023-11-14").total().inputTokens()).isEqualTo(1);
    assertThat(report("2023-11-15", "2030-01-01").total().inputTokens()).isEqualTo(10);
  }

  @Test
  void anIdIsKnownAcrossMidnight() {
    say("a", "m", 1);
    time.advance(Duration.ofHours(2));

    assertThat(say("a", "m", 1)).isFalse();
    refused(ErrorCode.CONFLICT, "a", "other");
    assertThat(report("2023-11-14", "2023-11-15").total().calls()).isEqualTo(1);
  }

  @Test
  void modelsOfADayAreLimited() {
    say("a", "m1", 1);
    say("b", "m2", 1);
    refused(ErrorCode.CONFLICT, "c", "m3");
    assertThat(say("d", "m2", 1)).isTrue();
    time.advance(Duration.ofDays(1));
    assertThat(say("e", "m3", 1)).isTrue();
  }

  @Test
  void countersSurviveARestart() {
    say("a", "m", 5);
    usage.close();
    broker.close();
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    usage = Usage.open(broker, new UsageLimits(3, 2));

    assertThat(say("a", "m", 5)).isFalse();
    assertThat(report("2023-11-14", "2023-11-14").total().inputTokens()).isEqualTo(5);
  }

  @Test
  void whatIsOlderThanTheDaysThatAreKeptGoesWithItsIds() {
    say("a", "m", 5);
    time.advance(Duration.ofDays(2));
    say("b", "m", 7);
    usage.sweep();
    assertThat(report("2023-11-14", "2023-11-30").total().inputTokens()).isEqualTo(12);

    time.advance(Duration.ofDays(1));
    usage.sweep();

    assertThat(report("2023-11-14", "2023-11-30").total().inputTokens()).isEqualTo(7);
    assertThat(store.tables()).doesNotContain("usage/2023-11-14", "usage-ids/2023-11-14");
  }

  @Test
  void sumsEndAtTheLargestNumberInPlaceOfAWrongOne() {
    Counts huge = new Counts(1, Long.MAX_VALUE, 1, 1);
    assertThat(huge.plus(huge).inputTokens()).isEqualTo(Long.MAX_VALUE);
  }
}
