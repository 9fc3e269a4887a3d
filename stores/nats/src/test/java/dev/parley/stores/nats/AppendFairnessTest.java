package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.parley.core.store.Commit;
import dev.parley.core.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub that is overtaken again and again gets its turn, however slow it is. */
class AppendFairnessTest {
  private final List<String> asked = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000; // nanoTime may overflow
  private final AppendFairness fairness = new AppendFairness("here", asked::add, () -> now);

  @Test
  void aHubThatWasOvertakenOnceAsksForNothing() {
    fairness.onOvertaken();

    assertThat(asked).isEmpty();
  }

  @Test
  void aHubThatWasOvertakenTwiceAsksUntilItHasAppended() {
    fairness.onOvertaken();
    fairness.onOvertaken();
    now += AppendFairness.ASK_EVERY_NANOS;
    fairness.onEntryOfAnother();
    fairness.onEntryOfAnother(); // too soon to ask again
    assertThat(asked).containsExactly("here", "here");

    fairness.onAppended();
    now += AppendFairness.ASK_EVERY_NANOS;
    fairness.onEntryOfAnother();
    assertThat(asked).hasSize(2);
  }

  @Test
  void othersHoldBackUntilAnEntryOfAnotherHubHasCome() {
    assertThat(fairness.holdsBack()).isFalse();

    fairness.onRequest("there");
    assertThat(fairness.holdsBack()).isTrue();

    fairness.onEntryOfAnother();
    assertThat(fairness.holdsBack()).isFalse();
  }

  @Test
  void nobodyHoldsBackForItselfNorWhenItWaitsForATurnItself() {
    fairness.onRequest("here");
    assertThat(fairness.holdsBack()).isFalse();

    fairness.onOvertaken();
    fairness.onOvertaken();
    fairness.onRequest("there");
    assertThat(fairness.holdsBack()).isFalse();
  }

  @Test
  void aHubThatAsksNoMoreIsNotWaitedFor() {
    fairness.onRequest("there");
    assertThat(fairness.holdsBack()).isTrue();

    now += AppendFairness.REQUEST_NANOS;
    assertThat(fairness.holdsBack()).isFalse();
  }

  @Test
  void aHubThatAsksAndNeverAppendsLetsOneEntryThroughEachSecond() {
    for (int second = 0; second < 3; second++) {
      long end = now + AppendFairness.HOLD_BACK_NANOS_MAX;
      while (now - end < 0) {
        fairness.onRequest("there");
        assertThat(fairness.holdsBack()).isTrue();
        now += AppendFairness.REQUEST_NANOS / 2;
      }
      fairness.onRequest("there");
      assertThat(fairness.holdsBack()).isFalse();
      fairness.onAppended();
    }
  }

  /**
   * One hub appends without a pause; the other comes back after having missed some entries, and
   * needs three milliseconds to take over each, in which the first one appends several.
   */
  @Test
  void aHubThatTakesOverMoreSlowlyThanAnotherAppendsGetsItsTurn(@TempDir Path directory) {
    var cluster = new TestCluster();
    var over = new AtomicBoolean();
    try (NatsStore busy = cluster.store(directory.resolve("busy"));
        NatsStore slow = cluster.store(directory.resolve("slow"))) {
      for (int i = 0; i < 150; i++) {
        append(busy, Duration.ZERO);
      }
      var writing =
          CompletableFuture.runAsync(
              () -> {
                while (!over.get()) {
                  append(busy, Duration.ZERO);
                }
              },
              task -> Thread.ofPlatform().daemon().start(task));
      CompletableFuture<Void> turns =
          CompletableFuture.runAsync(
              () -> {
                for (int turn = 0; turn < 2; turn++) {
                  append(slow, Duration.ofMillis(3));
                }
              },
              task -> Thread.ofPlatform().daemon().start(task));

      assertThatCode(() -> turns.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
      over.set(true);
      assertThatCode(() -> writing.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
    }
  }

  /** As the committer does: some entries are taken over, then it tries. */
  private static void append(NatsStore store, Duration each) {
    while (true) {
      try (Commit commit = store.begin()) {
        commit.put("table", "key", new byte[] {1});
        commit.commit();
        return;
      } catch (StoreException e) {
        assertThat(e.reason()).isEqualTo(StoreException.Reason.OVERTAKEN);
      }
      for (int i = 0; i < 64 && store.takeOver(commit -> commit); i++) {
        LockSupport.parkNanos(each.toNanos());
      }
    }
  }
}
