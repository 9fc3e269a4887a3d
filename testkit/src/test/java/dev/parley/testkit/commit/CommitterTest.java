package dev.parley.testkit.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.testkit.faults.FaultyStore;
import dev.parley.testkit.store.MemoryStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommitterTest {
  private static final byte[] VALUE = {1};

  private final FaultyStore store = new FaultyStore(new MemoryStore());
  private final Committer committer = new Committer(store);
  private final List<String> log = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    committer.close();
  }

  private static Function<Commit, String> put(String key) {
    return commit -> {
      commit.put("t", key, VALUE);
      return key;
    };
  }

  private List<String> stored() {
    List<String> keys = new ArrayList<>();
    store.forEachRecord("t", (key, _) -> keys.add(key));
    return keys;
  }

  private static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private static ErrorCode refusal(CompletableFuture<?> future) throws Exception {
    return result(future.handle((_, failure) -> Refused.of(failure))).code();
  }

  @Test
  @DisplayName("DUR-1 a change is durable when its future completes")
  void durableWhenComplete() throws Exception {
    committer.start();

    assertThat(result(committer.submit(put("a")))).isEqualTo("a");

    assertThat(stored()).containsExactly("a");
    assertThat(committer.commits()).isEqualTo(1);
    assertThat(committer.jobs()).isEqualTo(1);
  }

  @Test
  @DisplayName("DUR-1 what arrives while a commit is made becomes one commit")
  void groupCommit() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      others.add(committer.submit(put("k" + i)));
    }
    hold.release();
    result(first);
    for (CompletableFuture<String> other : others) {
      result(other);
    }

    assertThat(committer.commits()).isEqualTo(2);
  }

  @Test
  @DisplayName("DUR-3 epilogues hear of a failure before those whose requests failed")
  void epilogueComesFirst() throws Exception {
    committer.afterEach(durable -> log.add(durable ? "durable" : "undone"));
    committer.start();
    store.failCommit(1, Reason.FULL);
    CompletableFuture<String> failing =
        committer.submit(put("a")).whenComplete((_, _) -> log.add("told"));

    assertThat(refusal(failing)).isEqualTo(ErrorCode.STORE_FULL);
    assertThat(log).containsExactly("undone", "told");
    assertThat(committer.lastFailure()).isNotNull();
  }

  @Test
  @DisplayName("however many control actions wait, there is room for jobs")
  void controlsTakeNoRoom() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    AtomicInteger run = new AtomicInteger();
    for (int i = 0; i < 100_000; i++) {
      committer.execute(run::incrementAndGet);
    }

    CompletableFuture<String> next = committer.submit(put("next"));
    hold.release();

    result(first);
    assertThat(result(next)).isEqualTo("next");
    assertThat(run).hasValue(100_000);
  }

  @Test
  @DisplayName("DUR-3 a job that breaks down is thrown out, and the others are applied again")
  void brokenJob() throws Exception {
    committer.afterEach(durable -> log.add(durable ? "durable" : "undone"));
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    CompletableFuture<String> good = committer.submit(put("good"));
    CompletableFuture<String> bad =
        committer.submit(
            commit -> {
              commit.put("t", "bad", VALUE);
              throw new IllegalStateException("on purpose");
            });
    CompletableFuture<String> later = committer.submit(put("later"));
    hold.release();

    result(first);
    assertThat(result(good)).isEqualTo("good");
    assertThat(refusal(bad)).isEqualTo(ErrorCode.INTERNAL);
    assertThat(result(later)).isEqualTo("later");
    assertThat(stored()).containsExactly("first", "good", "later");
    await().until(() -> log.size() == 3);
    assertThat(log).containsExactly("durable", "undone", "durable");
  }

  @Test
  @DisplayName("WS-6 a full queue refuses, but what follows from earlier things gets through")
  void fullQueue() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    CompletableFuture<String> last = first;
    while (!last.isCompletedExceptionally()) {
      last = committer.submit(_ -> "x");
    }
    committer.post(put("follow-up"), done -> log.add(done), () -> log.add("failed"));
    committer.execute(() -> log.add("control"));
    hold.release();

    assertThat(refusal(last)).isEqualTo(ErrorCode.OVERLOADED);
    await().until(() -> log.size() == 2);
    assertThat(log).containsExactly("control", "follow-up");
    assertThat(result(committer.submit(put("after")))).isEqualTo("after");
  }

  @Test
  @DisplayName("WS-6 a queue of few but large changes is full, too")
  void fullOfBytes() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    CompletableFuture<String> last = first;
    int taken = 0;
    while (!last.isCompletedExceptionally()) {
      last = committer.submit(32 << 20, _ -> "x", done -> done);
      taken++;
    }
    hold.release();

    assertThat(refusal(last)).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(taken).isBetween(2, 9);
    result(first);
    await().until(() -> committer.queued() == 0);
    assertThat(result(committer.submit(put("after")))).isEqualTo("after");
  }

  @Test
  @DisplayName("DUR-3 a follow-up is told when its commit fails")
  void followUpFails() throws Exception {
    committer.start();
    store.failCommit(1, Reason.FULL);
    committer.post(put("a"), _ -> log.add("durable"), () -> log.add("failed"));
    committer.post(
        _ -> {
          throw new Refused(ErrorCode.CONFLICT, "on purpose");
        },
        _ -> log.add("durable"),
        () -> log.add("refused"));

    await().until(() -> log.size() == 2);
    assertThat(log).contains("failed").doesNotContain("durable");
  }

  @Test
  @DisplayName("DUR-3 deferred marks wait for a commit that succeeds, one that breaks does not")
  void deferredMarks() throws Exception {
    committer.start();
    store.failCommit(1, Reason.FULL);
    committer.execute(() -> committer.defer(commit -> commit.put("t", "mark", VALUE)));
    await().until(() -> committer.lastFailure() != null);
    result(committer.submit(put("a")));
    assertThat(stored()).containsExactly("a", "mark");

    committer.execute(
        () ->
            committer.defer(
                _ -> {
                  throw new IllegalStateException("on purpose");
                }));
    await().until(() -> committer.submit(put("b")).handle((_, failure) -> failure == null).get());
    result(committer.submit(put("c")));
    assertThat(stored()).contains("b", "c");
  }

  @Test
  @DisplayName("OPS-1 an error that ends the thread leaves nobody waiting")
  void threadDies() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    CompletableFuture<String> deadly =
        committer.submit(
            _ -> {
              throw new StackOverflowError("on purpose");
            });
    CompletableFuture<String> behind = committer.submit(put("behind"));
    hold.release();

    result(first);
    assertThat(refusal(deadly)).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(behind)).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(committer.isOpen()).isFalse();
    assertThatThrownBy(() -> committer.submit(new NoJob())).isInstanceOf(Refused.class);
  }

  @Test
  @DisplayName("OPS-1 an interrupted close still waits for the end")
  void interruptedClose() throws Exception {
    committer.start();
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<String> first = committer.submit(put("first"));
    hold.awaitReached();
    Thread closing = Thread.ofPlatform().start(committer::close);
    closing.interrupt();
    hold.release();
    closing.join();

    assertThat(result(first)).isEqualTo("first");
  }

  @Test
  @DisplayName("CLU-1 what another hub writes while a committer is being made harms nobody")
  void newsWhileBeingMade() {
    InvocationHandler tellingAtOnce =
        (_, method, arguments) -> {
          if (method.getName().equals("onNews")) {
            ((Runnable) arguments[0]).run();
          }
          return null;
        };
    SharedStore shared =
        (SharedStore)
            Proxy.newProxyInstance(
                SharedStore.class.getClassLoader(),
                new Class<?>[] {SharedStore.class},
                tellingAtOnce);

    assertThatCode(() -> new Committer(shared).close()).doesNotThrowAnyException();
  }

  /** A job that must never be applied. */
  private static final class NoJob implements dev.parley.core.commit.Job {
    @Override
    public void apply(Commit commit) {
      throw new AssertionError("applied");
    }

    @Override
    public void durable() {
      throw new AssertionError("durable");
    }

    @Override
    public void failed(Refused why) {}
  }
}
