package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.parley.core.commit.Committer;
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
  private final List<String> published = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000; // nanoTime may overflow
  private final AppendFairness fairness = new AppendFairness("here", published::add, () -> now);

  @Test
  void aHubThatWasOvertakenOnceAsksForNothing() {
    fairness.onOvertaken();

    assertThat(published).isEmpty();
  }

  @Test
  void aHubThatWasOvertakenTwiceAsksUntilItHasAppendedAndSaysSo() {
    fairness.onOvertaken();
    fairness.onOvertaken();
    now += AppendFairness.ASK_EVERY_NANOS;
    fairness.onEntryOfAnother(0);
    fairness.onEntryOfAnother(0); // too soon to ask again
    assertThat(published).containsExactly("here 0", "here 5");

    fairness.onAppended();
    assertThat(published).endsWith("here done");
    now += AppendFairness.ASK_EVERY_NANOS;
    fairness.onEntryOfAnother(0);
    fairness.onAppended();
    assertThat(published).hasSize(3);
  }

  @Test
  void aHubThatIsFarBehindAsksTheFirstTimeItIsOvertaken() {
    fairness.onEntryOfAnother(AppendFairness.FAR_BEHIND); // and has nothing to append
    fairness.onOvertaken();
    fairness.onEntryOfAnother(AppendFairness.FAR_BEHIND - 1);
    assertThat(published).isEmpty();

    fairness.onEntryOfAnother(AppendFairness.FAR_BEHIND);

    assertThat(published).containsExactly("here 0");
  }

  @Test
  void othersHoldBackUntilTheHubThatAsksHasAppended() {
    assertThat(fairness.holdsBack()).isFalse();

    fairness.onPublished("there 7");
    assertThat(fairness.holdsBack()).isTrue();

    fairness.onEntryOfAnother(0); // perhaps of a third one
    assertThat(fairness.holdsBack()).isTrue();

    fairness.onPublished("there done");
    assertThat(fairness.holdsBack()).isFalse();
  }

  @Test
  void nobodyHoldsBackForItselfOrForWhatIsNoRequest() {
    for (String text : List.of("here 9", "there", "there soon", "there -1", "")) {
      fairness.onPublished(text);
      assertThat(fairness.holdsBack()).as(text).isFalse();
    }
  }

  @Test
  void ofHubsThatWaitTheOneThatHasWaitedLongestIsFirst() {
    fairness.onOvertaken();
    now += Duration.ofMillis(10).toNanos();
    fairness.onOvertaken();

    fairness.onPublished("there 9");
    assertThat(fairness.holdsBack()).isFalse();

    fairness.onPublished("there 11");
    assertThat(fairness.holdsBack()).isTrue();
  }

  @Test
  void aHubThatAsksNoMoreIsNotWaitedFor() {
    fairness.onPublished("there 0");
    assertThat(fairness.holdsBack()).isTrue();

    now += AppendFairness.REQUEST_NANOS;
    assertThat(fairness.holdsBack()).isFalse();
  }

  @Test
  void aHubThatAsksAndNeverAppendsLetsOneEntryThroughEachSecond() {
    for (int second = 0; second < 3; second++) {
      long end = now + AppendFairness.HOLD_BACK_NANOS;
      while (now - end < 0) {
        fairness.onPublished("there 0");
        assertThat(fairness.holdsBack()).isTrue();
        now += AppendFairness.REQUEST_NANOS / 2;
      }
      fairness.onPublished("there 0");
      assertThat(fairness.holdsBack()).isFalse();
      fairness.onAppended();
    }
  }

  @Test
  void aHubThatHasWaitedLongIsGivenMoreTimeAndMayBeSilentForLonger() {
    fairness.onPublished("there 8000");

    now += Duration.ofMillis(3_999).toNanos();
    assertThat(fairness.holdsBack()).isTrue();
    now += Duration.ofMillis(500).toNanos();
    assertThat(fairness.holdsBack()).isTrue(); // counted from the first look
    now += Duration.ofMillis(501).toNanos();
    assertThat(fairness.holdsBack()).as("silent for five seconds").isFalse();
  }

  @Test
  void howeverLongAHubHasWaitedNobodyHoldsBackForMoreThanFiveSeconds() {
    long end = now + AppendFairness.HOLD_BACK_NANOS_MAX;
    while (now - end < 0) {
      fairness.onPublished("there 3600000");
      assertThat(fairness.holdsBack()).isTrue();
      now += Duration.ofMillis(500).toNanos();
    }
    fairness.onPublished("there 3600000");
    assertThat(fairness.holdsBack()).isFalse();
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

  /**
   * Two hubs append without a pause, and take turns between themselves; a third needs longer to
   * take over an entry than they need to append one.
   */
  @Test
  void aSlowHubGetsItsTurnBesideTwoFastOnes(@TempDir Path directory) {
    var cluster = new TestCluster();
    var over = new AtomicBoolean();
    try (NatsStore one = cluster.store(directory.resolve("one"));
        NatsStore another = cluster.store(directory.resolve("another"));
        NatsStore slow = cluster.store(directory.resolve("slow"))) {
      List<CompletableFuture<Void>> writing =
          List.of(one, another).stream()
              .map(
                  busy ->
                      onThreadOfItsOwn(
                          () -> {
                            while (!over.get()) {
                              append(busy, Duration.ZERO);
                            }
                          }))
              .toList();
      CompletableFuture<Void> turns =
          onThreadOfItsOwn(
              () -> {
                for (int turn = 0; turn < 5; turn++) {
                  append(slow, Duration.ofMillis(10));
                }
              });

      assertThatCode(() -> turns.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
      over.set(true);
      writing.forEach(
          each -> assertThatCode(() -> each.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException());
    }
  }

  /**
   * A hub that was overtaken makes its commit again each time: one with many changes takes longer
   * for that than others are usually willing to hold back.
   */
  @Test
  void aHubThatNeedsLongToMakeItsCommitGetsItsTurn(@TempDir Path directory) {
    var cluster = new TestCluster();
    var over = new AtomicBoolean();
    try (NatsStore busy = cluster.store(directory.resolve("busy"));
        NatsStore slow = cluster.store(directory.resolve("slow"));
        Committer committer = new Committer(slow)) {
      CompletableFuture<Void> writing =
          onThreadOfItsOwn(
              () -> {
                while (!over.get()) {
                  append(busy, Duration.ZERO);
                }
              });
      committer.start();
      CompletableFuture<Boolean> turn =
          committer.submit(
              commit -> {
                LockSupport.parkNanos(Duration.ofMillis(600).toNanos());
                commit.put("table", "slow", new byte[] {1});
                return true;
              });

      assertThatCode(() -> turn.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
      over.set(true);
      assertThatCode(() -> writing.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
    }
  }

  private static CompletableFuture<Void> onThreadOfItsOwn(Runnable work) {
    return CompletableFuture.runAsync(work, task -> Thread.ofPlatform().daemon().start(task));
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
