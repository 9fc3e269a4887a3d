package dev.parley.agents.schedules;

import static dev.parley.agents.schedules.ScheduleHub.ADA;
import static dev.parley.agents.schedules.ScheduleHub.BOB;
import static dev.parley.agents.schedules.ScheduleHub.HI;
import static dev.parley.agents.schedules.ScheduleHub.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.JumpingTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules on one hub, with a clock by hand. */
@Timeout(120)
class SchedulesTest {
  private static final long START = Instant.parse("2026-05-01T10:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @TempDir Path directory;
  private final JumpingTime time = new JumpingTime(START);
  private ScheduleHub hub;

  @BeforeEach
  void start() {
    hub =
        new ScheduleHub(
            RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()), time);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private void restartAfter(Duration away) {
    hub.close();
    time.advance(away);
    start();
  }

  /**
   * Firing goes on a thread of its own, which may set its next alarm after the clock was moved, for
   * up to ten seconds later: so the clock goes on while we wait.
   */
  private void soon(Callable<Boolean> holds) {
    ScheduleHub.soon(
        () -> {
          time.advance(ScheduleHub.LOOKED_EVERY);
          return holds.call();
        });
  }

  private static List<Long> minutes(int... minutes) {
    return java.util.Arrays.stream(minutes).mapToObj(each -> START + each * MINUTE).toList();
  }

  @Test
  void itFiresAtItsTimesAsItsAgent() {
    hub.cron("report", "*/5 * * * *", "UTC", Missed.SKIP);
    time.advance(Duration.ofMinutes(4));
    assertThat(hub.times()).isEmpty();
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.times().size() == 1);
    time.advance(Duration.ofMinutes(5));
    soon(() -> hub.times().size() == 2);

    assertThat(hub.times()).isEqualTo(minutes(5, 10));
    assertThat(hub.messages().getFirst().draft().from()).isEqualTo("ada");
    assertThat(hub.messages().getFirst().origin()).isEqualTo(Origin.PEER);
    assertThat(hub.outcomes("report")).containsExactly("sent", "sent");
    soon(() -> hub.schedules.require(ADA, "report").next() == START + 15 * MINUTE);
  }

  @Test
  void whatIsForOneMomentFiresOnceAndIsDone() {
    hub.once("later", START + MINUTE, Missed.SKIP);
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.times().size() == 1);
    soon(() -> !hub.schedules.require(ADA, "later").enabled());
    time.advance(Duration.ofDays(2));
    assertThat(hub.times()).isEqualTo(minutes(1));
    assertThatThrownBy(() -> hub.schedules.setEnabled(ADA, "later", true, true))
        .hasMessageContaining("has passed already");
  }

  @Test
  void aTaskHasAnIdOfItsOwnEachTime() {
    Says task = new Says("agent/bob", MessageType.TASK, "sweep", "{\"room\":1}");
    done(
        hub.schedules.create(
            ADA, "sweep", Timing.Cron.parse("* * * * *", "UTC"), task, Missed.SKIP, true, true));
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.inbox().size() == 1);
    assertThat(hub.inbox().getFirst())
        .contains("\"taskId\":\"sweep-" + (START + MINUTE) + "\"", "\"room\":1", "task");
  }

  @Test
  void whatTheOwnersAgentSchedulesIsTheOwners() {
    AgentId owner = new AgentId(Sender.OWNER_NAME);
    done(
        hub.schedules.create(
            owner, "x", Timing.Cron.parse("* * * * *", "UTC"), HI, Missed.SKIP, true, true));
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.inbox().size() == 1);
    assertThat(hub.messages().getFirst().origin()).isEqualTo(Origin.OWNER);
  }

  @Test
  void missedTimesAreSkippedMadeUpForOnceOrAll() {
    hub.cron("skip", "*/10 * * * *", "UTC", Missed.SKIP);
    restartAfter(Duration.ofMinutes(35));
    time.advance(Duration.ofSeconds(1));
    soon(() -> hub.outcomes("skip").equals(List.of("skipped")));
    assertThat(hub.times()).isEmpty();
    soon(() -> hub.schedules.require(ADA, "skip").next() == START + 40 * MINUTE);
    done(hub.schedules.delete(ADA, "skip", true));

    hub.cron("once", "*/10 * * * *", "UTC", Missed.ONCE);
    restartAfter(Duration.ofMinutes(35));
    time.advance(Duration.ofSeconds(1));
    soon(() -> hub.times().size() == 1);
    assertThat(hub.times()).isEqualTo(minutes(40));
    soon(() -> hub.schedules.require(ADA, "once").next() == START + 80 * MINUTE);
    done(hub.schedules.delete(ADA, "once", true));

    hub.cron("all", "*/10 * * * *", "UTC", Missed.ALL);
    restartAfter(Duration.ofMinutes(35));
    time.advance(Duration.ofSeconds(1));
    soon(() -> hub.times().size() == 4);
    assertThat(hub.times()).isEqualTo(minutes(40, 80, 90, 100));
  }

  @Test
  void noMoreIsMadeUpForThanTheLimit() {
    hub.cron("all", "* * * * *", "UTC", Missed.ALL);
    restartAfter(Duration.ofDays(30));
    time.advance(Duration.ofSeconds(1));
    soon(() -> hub.times().size() >= 100);
    assertThat(hub.times()).hasSize(100);
    assertThat(hub.schedules.history(ADA, "all", 100)).hasSize(50);
    soon(() -> hub.schedules.require(ADA, "all").next() >= time.millis());
  }

  @Test
  void aLittleLateIsNotMissed() {
    hub.cron("skip", "*/10 * * * *", "UTC", Missed.SKIP);
    restartAfter(Duration.ofSeconds(630));
    time.advance(Duration.ofSeconds(1));
    soon(() -> hub.times().equals(minutes(10)));
  }

  @Test
  void aClockThatIsPutForwardIsNoticed() {
    hub.cron("once", "0 * * * *", "UTC", Missed.ONCE);
    time.jump(Duration.ofHours(3));
    time.advance(Duration.ofSeconds(10));
    soon(() -> hub.times().size() == 1);
    soon(() -> hub.schedules.require(ADA, "once").next() == START + 240 * MINUTE);
  }

  @Test
  void aClockThatIsPutBackFiresNothingTwice() {
    hub.cron("m", "*/10 * * * *", "UTC", Missed.ALL);
    time.advance(Duration.ofMinutes(10));
    soon(() -> hub.times().size() == 1);
    time.jump(Duration.ofMinutes(-8));
    time.advance(Duration.ofMinutes(17));
    assertThat(hub.times()).isEqualTo(minutes(10));
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.times().equals(minutes(10, 20)));
  }

  @Test
  void aClockThatWasYearsAheadDoesNotSilenceASchedule() {
    time.jump(Duration.ofDays(1_000));
    hub.cron("m", "*/10 * * * *", "UTC", Missed.SKIP);
    time.jump(Duration.ofDays(-1_000));
    time.advance(Duration.ofSeconds(10));
    soon(() -> hub.schedules.require(ADA, "m").next() == START + 10 * MINUTE);
    time.advance(Duration.ofMinutes(10));
    soon(() -> hub.times().equals(minutes(10)));
  }

  @Test
  void whileNobodyKnowsTheTimeNothingFires() {
    hub.cron("m", "* * * * *", "UTC", Missed.SKIP);
    time.agree(false);
    time.advance(Duration.ofSeconds(90));
    assertThat(hub.times()).isEmpty();
    time.agree(true);
    ScheduleHub.soon(
        () -> {
          time.advance(Duration.ofMillis(10));
          return hub.times().size() == 1;
        });
  }

  @Test
  void disabledItWaitsAndTriggeredItSendsAtOnce() {
    hub.cron("m", "* * * * *", "UTC", Missed.ALL);
    done(hub.schedules.setEnabled(ADA, "m", false, true));
    time.advance(Duration.ofMinutes(3));
    assertThat(hub.times()).isEmpty();
    done(hub.schedules.trigger(ADA, "m", true));
    assertThat(hub.times()).isEqualTo(minutes(3));
    assertThat(hub.outcomes("m")).containsExactly("triggered");
    done(hub.schedules.setEnabled(ADA, "m", true, true));
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.times().equals(minutes(3, 4)));
  }

  @Test
  void anUpdateSetsItsNextTimeAnew() {
    hub.cron("m", "* * * * *", "UTC", Missed.ALL);
    Schedule updated =
        done(
            hub.schedules.update(
                ADA, "m", Timing.Cron.parse("0 12 * * *", "Europe/Berlin"), null, null, true));
    assertThat(updated.next()).isEqualTo(Instant.parse("2026-05-02T10:00:00Z").toEpochMilli());
    assertThat(updated.says()).isEqualTo(HI);
  }

  @Test
  void whatMayNotBeSentIsNotedAndTheScheduleGoesOn() {
    hub.broker.admitBy(
        (_, _) -> {
          throw new Refused(ErrorCode.FORBIDDEN, "not today");
        });
    hub.cron("m", "* * * * *", "UTC", Missed.SKIP);
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.outcomes("m").equals(List.of("failed")));
    assertThat(hub.schedules.history(ADA, "m", 1).getFirst().text()).contains("not today");
    hub.broker.admitBy((_, _) -> {});
    time.advance(Duration.ofMinutes(1));
    soon(() -> hub.times().equals(minutes(2)));
  }

  @Test
  void whatCannotBeSentNowIsSentLater() {
    hub.broker.admitBy(
        (_, _) -> {
          throw new Refused(ErrorCode.RATE_LIMITED, "too fast");
        });
    hub.cron("m", "0 * * * *", "UTC", Missed.SKIP);
    time.advance(Duration.ofMinutes(60));
    hub.broker.admitBy((_, _) -> {});
    soon(() -> hub.times().equals(minutes(60)));
  }

  @Test
  void anAgentsOwnAreFewFarApartAndItCannotTouchItsOwners() {
    Timing.Cron fast = Timing.Cron.parse("*/5 * * * * *", "UTC");
    assertThatThrownBy(() -> hub.schedules.create(ADA, "own", fast, HI, Missed.SKIP, true, false))
        .hasMessageContaining("10 s apart");
    Timing.Cron slow = Timing.Cron.parse("0 * * * *", "UTC");
    for (int i = 0; i < 20; i++) {
      done(hub.schedules.create(ADA, "own" + i, slow, HI, Missed.SKIP, true, false));
    }
    assertThatThrownBy(() -> hub.schedules.create(ADA, "own20", slow, HI, Missed.SKIP, true, false))
        .hasMessageContaining("delete one first");
    hub.cron("m", "0 * * * *", "UTC", Missed.SKIP);
    assertThatThrownBy(() -> hub.schedules.delete(ADA, "m", false))
        .hasMessageContaining("made by the owner");
    assertThatThrownBy(() -> hub.schedules.trigger(ADA, "m", false))
        .hasMessageContaining("made by the owner");
    done(hub.schedules.delete(ADA, "own0", false));
  }

  @Test
  void whatCannotBeIsRefusedAndChangesNothing() {
    assertThatThrownBy(() -> hub.once("x", START - 1, Missed.SKIP)).hasMessageContaining("'at'");
    assertThatThrownBy(() -> hub.cron("x", "0 0 31 2 *", "UTC", Missed.SKIP))
        .hasMessageContaining("never comes");
    assertThatThrownBy(() -> hub.cron("a/b", "* * * * *", "UTC", Missed.SKIP))
        .hasMessageContaining("'name'");
    hub.cron("x", "* * * * *", "UTC", Missed.SKIP);
    assertThatThrownBy(() -> hub.cron("x", "* * * * *", "UTC", Missed.SKIP))
        .hasMessageContaining("already");
    assertThat(hub.schedules.list()).hasSize(1);
  }

  @Test
  void schedulesGoWithTheirAgent() {
    hub.cron("m", "* * * * *", "UTC", Missed.ALL);
    done(hub.broker.participants().deleteAgent(ADA));
    soon(() -> hub.schedules.list().isEmpty());
    time.advance(Duration.ofMinutes(5));
    assertThat(hub.times()).isEmpty();
    assertThat(hub.schedules.of(BOB)).isEmpty();
  }
}
