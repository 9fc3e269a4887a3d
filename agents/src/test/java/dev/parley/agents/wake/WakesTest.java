package dev.parley.agents.wake;

import static dev.parley.agents.wake.WakeHub.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.agents.wake.Attempt.Outcome;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is woken, when, by which way, and when no more. */
@Timeout(120)
class WakesTest {
  private static final Duration PATIENCE = WakeHub.CONFIG.patience();

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private WakeHub hub;

  @BeforeEach
  void open() {
    hub =
        new WakeHub(RocksStore.open(folder.resolve("store"), RocksConfig.DEFAULT.unsynced()), time);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void whoDoesNotListenIsToldAndReadingProvesTheWay() {
    hub.ways("first", "second");
    MessageId id = hub.send("secret words");
    hub.soon(() -> hub.went(id, "first", Outcome.TOLD));
    assertThat(hub.first.calls).hasSize(1);
    Waker.Call call = hub.first.calls.getFirst();
    assertThat(call.messages()).containsExactly(id);
    assertThat(call.text()).contains(id.toString()).doesNotContain("secret");
    time.advance(Duration.ofSeconds(3));
    hub.read(id);
    hub.soon(() -> hub.isCalm() && hub.way("first").isProven());
    assertThat(hub.way("first").quantile(0.5)).isEqualTo(3_000);
    assertThat(hub.way("first").quantile(0.99)).isEqualTo(3_000);
    time.advance(PATIENCE.multipliedBy(10));
    assertThat(hub.second.calls).isEmpty();
  }

  @Test
  void whatIsNotReadInTimeIsToldByTheNextWayAndNotForEver() {
    hub.ways("first", "second");
    MessageId id = hub.send("hello");
    hub.soon(() -> hub.went(id, "first", Outcome.TOLD));
    time.advance(PATIENCE.minusMillis(1));
    assertThat(hub.second.calls).isEmpty();
    time.advance(Duration.ofMillis(1));
    hub.soon(() -> hub.went(id, "second", Outcome.TOLD));
    assertThat(hub.way("first").failures()).isEqualTo(1);
    hub.soon(
        () -> {
          time.advance(Duration.ofSeconds(30));
          return hub.isCalm();
        });
    assertThat(hub.first.calls).hasSize(2);
    assertThat(hub.second.calls).hasSize(2);
    assertThat(hub.attempts(id)).extracting(Attempt::outcome).containsOnly(Outcome.TOLD);
  }

  @Test
  void aWayThatFailsIsFollowedByTheNextAtOnce() {
    hub.first.failure = "nobody there";
    hub.ways("first", "second");
    MessageId id = hub.send("hello");
    hub.soon(() -> hub.went(id, "second", Outcome.TOLD));
    assertThat(hub.attempts(id).getFirst().text()).isEqualTo("nobody there");
    hub.soon(() -> hub.way("first").failures() == 1);
    assertThat(hub.way("first").lastFailure()).isEqualTo("nobody there");
  }

  @Test
  void whatHasProvedBestComesFirst() {
    hub.ways("first", "second");
    hub.first.failure = "nobody there";
    MessageId one = hub.send("one");
    hub.soon(() -> hub.went(one, "second", Outcome.TOLD));
    hub.read(one);
    hub.soon(() -> hub.isCalm() && hub.way("second").isProven());
    MessageId two = hub.send("two");
    hub.soon(() -> hub.went(two, "second", Outcome.TOLD));
    assertThat(hub.first.calls).hasSize(1);
  }

  @Test
  void whoListensIsNotWokenAndWhoStoppedWithoutReadingIs() {
    hub.broker.presence().connected(ADA);
    hub.broker.presence().listening(ADA, 1);
    hub.ways("first");
    MessageId id = hub.send("hello");
    time.advance(Duration.ofSeconds(1));
    hub.broker.presence().listening(ADA, -1);
    hub.soon(
        () -> {
          time.advance(Duration.ofSeconds(10));
          return hub.went(id, "first", Outcome.TOLD);
        });
    assertThat(hub.first.calls).hasSize(1);
  }

  @Test
  void whatWasReadMeanwhileWakesNobody() {
    hub.broker.presence().connected(ADA);
    hub.broker.presence().listening(ADA, 1);
    hub.ways("first");
    MessageId id = hub.send("hello");
    hub.read(id);
    hub.broker.presence().listening(ADA, -1);
    hub.soon(hub::isCalm);
    time.advance(PATIENCE.multipliedBy(5));
    assertThat(hub.first.calls).isEmpty();
  }

  @Test
  void nobodyIsToldTwiceAtATimeHoweverMuchComes() {
    CountDownLatch latch = new CountDownLatch(1);
    hub.first.held = latch;
    hub.ways("first", "second");
    MessageId one = hub.send("one");
    hub.soon(() -> !hub.first.calls.isEmpty());
    MessageId two = hub.send("two");
    assertThatThrownBy(() -> hub.wakes.wake(ADA, null).join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("is being woken right now");
    latch.countDown();
    hub.soon(() -> hub.went(one, "first", Outcome.TOLD));
    time.advance(PATIENCE);
    hub.soon(() -> hub.went(two, "second", Outcome.TOLD));
    assertThat(hub.second.calls.getFirst().messages()).containsExactly(one, two);
    assertThat(hub.first.atOnce.get()).isEqualTo(1);
  }

  @Test
  void aWayThatHangsIsBrokenOff() {
    hub.first.held = new CountDownLatch(1);
    hub.ways("first", "second");
    MessageId id = hub.send("hello");
    hub.soon(() -> !hub.first.calls.isEmpty());
    time.advance(WakeHub.CONFIG.trying());
    hub.soon(() -> hub.went(id, "second", Outcome.TOLD));
    assertThat(hub.attempts(id).getFirst().text()).contains("no end after 15 s");
  }

  @Test
  void aRestartGoesOnWhereItWas() {
    hub.ways("first", "second");
    MessageId id = hub.send("hello");
    hub.soon(() -> hub.went(id, "first", Outcome.TOLD));
    hub.close();
    open();
    assertThat(hub.wakes.ways(ADA)).extracting(Way::kind).containsExactly("first", "second");
    time.advance(PATIENCE);
    hub.soon(() -> hub.went(id, "second", Outcome.TOLD));
    assertThat(hub.first.calls).isEmpty();
    MessageId after = hub.send("again");
    hub.soon(() -> hub.second.calls.size() == 1);
    hub.read(id, after);
    hub.soon(hub::isCalm);
  }

  @Test
  void aMessageThatCameWhileTheHubWasDownIsToldOf() {
    hub.ways("first");
    hub.wakes.close();
    MessageId id = hub.send("hello");
    hub.close();
    open();
    hub.soon(() -> hub.went(id, "first", Outcome.TOLD));
  }

  @Test
  void wakingByHandSaysHowItWent() {
    assertThatThrownBy(() -> hub.wakes.wake(ADA, null)).isInstanceOf(Refused.class);
    hub.ways("first");
    Attempt told = hub.wakes.wake(ADA, "first").join();
    assertThat(told.outcome()).isEqualTo(Outcome.TOLD);
    assertThat(hub.first.calls.getFirst().text()).contains("by hand");
    hub.soon(hub::isCalm);
    hub.first.failure = "gone";
    Attempt failed = hub.wakes.wake(ADA, null).join();
    assertThat(failed.text()).isEqualTo("gone");
  }

  @Test
  void probingMeasuresEachWayAndWakesNobodyBesides() {
    hub.ways("first", "second");
    hub.second.failure = "gone";
    CompletableFuture<List<Probe>> probing = hub.wakes.probe(ADA, null);
    hub.soon(() -> !hub.first.calls.isEmpty());
    time.advance(Duration.ofMillis(250));
    hub.read(hub.first.calls.getFirst().messages().getFirst());
    List<Probe> probes = probing.join();
    assertThat(probes).extracting(Probe::way).containsExactly("first", "second");
    assertThat(probes.getFirst().readMillis()).isEqualTo(250);
    assertThat(probes.getLast().isRead()).isFalse();
    assertThat(probes.getLast().text()).isEqualTo("gone");
    assertThat(hub.way("first").isProven()).isTrue();
    time.advance(PATIENCE.multipliedBy(3));
    assertThat(hub.first.calls).hasSize(1);
  }

  @Test
  void aHookIsToldWhenSomethingComesAndOfEachMessageOnce() {
    hub.ways(HookWaits.KIND);
    CompletableFuture<HookWaits.News> waiting = hub.wakes.await(ADA, "s1", 50_000);
    MessageId id = hub.send("hello");
    hub.soon(waiting::isDone);
    assertThat(waiting.join().messages()).containsExactly(id);
    hub.soon(() -> hub.went(id, HookWaits.KIND, Outcome.TOLD));
    CompletableFuture<HookWaits.News> again = hub.wakes.await(ADA, "s1", 50_000);
    CompletableFuture<HookWaits.News> newer = hub.wakes.await(ADA, "s1", 50_000);
    hub.soon(again::isDone);
    assertThat(again.join().messages()).isEmpty();
    time.advance(Duration.ofSeconds(50));
    hub.soon(newer::isDone);
    assertThat(newer.join().messages()).isEmpty();
    assertThat(hub.wakes.await(ADA, "s1", 0).join().messages()).isEmpty();
  }

  @Test
  void aHookThatComesLateIsToldWhatWaits() {
    MessageId id = hub.send("hello");
    assertThat(hub.wakes.await(ADA, "s1", 0).join().messages()).containsExactly(id);
    hub.soon(() -> hub.went(id, HookWaits.KIND, Outcome.TOLD));
  }

  @Test
  void forWhomTheHubThinksNobodyIsWoken() {
    hub.thinking.add(ADA);
    hub.ways("first");
    MessageId _ = hub.send("hello");
    hub.soon(() -> hub.broker.journal().followers().stream().allMatch(each -> each.lag() == 0));
    hub.thinking.remove(ADA);
    MessageId two = hub.send("two");
    hub.soon(() -> hub.went(two, "first", Outcome.TOLD));
    assertThat(hub.first.calls.getFirst().messages()).containsExactly(two);
  }

  @Test
  void anAgentSaysOfItselfOnlyWhatReachesNobodyElse() {
    assertThatThrownBy(() -> hub.wakes.put(ADA, "first", Map.of(), false))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("only the owner");
    assertThatThrownBy(() -> hub.wakes.put(ADA, "nonsense", Map.of(), true))
        .hasMessageContaining("there is no way 'nonsense'");
    assertThatThrownBy(() -> hub.wakes.put(ADA, "first", Map.of("x", "y"), true))
        .hasMessageContaining("has no setting 'x'");
  }
}
