package dev.parley.core.commit;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies jobs in order and makes them durable in groups. It never waits to fill a batch: while one
 * is being written the next one gathers by itself.
 */
public final class Committer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int QUEUE_JOBS_MAX = 1 << 16;
  private static final int BATCH_JOBS_MAX = 4_096;
  private static final int BATCH_BYTES_MAX = 8 << 20;
  private static final long IDLE_MILLIS = 1_000;
  private static final long DEFERRED_MILLIS = 10;

  private static final Job WAKE_UP =
      new Job() {
        @Override
        public void apply(Commit commit) {}

        @Override
        public void durable() {}

        @Override
        public void failed(Refused why) {}
      };

  private final MessageStore store;
  private final MpscBlockingConsumerArrayQueue<Job> queue =
      new MpscBlockingConsumerArrayQueue<>(QUEUE_JOBS_MAX);
  private final List<Job> batch = new ArrayList<>(BATCH_JOBS_MAX);
  private final List<Consumer<Commit>> preludes = new ArrayList<>();
  private List<Consumer<Commit>> deferred = new ArrayList<>();
  private final ConcurrentLinkedQueue<Runnable> controls = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile @Nullable StoreException lastFailure;
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong jobs = new AtomicLong();

  public Committer(MessageStore store) {
    this.store = store;
    this.thread = Thread.ofPlatform().name("parley-committer").unstarted(this::run);
  }

  /** Something to do at the start of every commit. Before {@link #start}. */
  public void beforeEach(Consumer<Commit> prelude) {
    preludes.add(prelude);
  }

  /**
   * A change that need not be durable soon and may be lost with a failed commit, such as the mark
   * that a copy was pushed: it goes along with the next commit. Committer thread only.
   */
  public void defer(Consumer<Commit> change) {
    deferred.add(change);
  }

  public void start() {
    thread.start();
  }

  /** Queues a job; refuses when the hub stops or the queue is full. */
  public void submit(Job job) {
    if (closing) {
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping; nothing was accepted");
    }
    if (!queue.offer(job)) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "more than " + QUEUE_JOBS_MAX + " changes are waiting to be written; try again shortly");
    }
  }

  /** Applies one change and completes, once it is durable, with what the change returned. */
  public <T> CompletableFuture<T> submit(Function<Commit, T> change) {
    return submit(change, result -> result, _ -> {});
  }

  /**
   * The same, with something to do on the committer thread, before anybody else hears of it, when
   * the change is durable, or when it was applied and the commit failed. (What is hung on the
   * future may run on the caller's thread.)
   */
  public <T, R> CompletableFuture<R> submit(
      Function<Commit, T> change, Function<T, R> onDurable, Consumer<Refused> onFailed) {
    Change<T, R> job = new Change<>(change, onDurable, onFailed);
    try {
      submit(job);
    } catch (Refused refused) {
      job.failed(refused);
    }
    return job.future;
  }

  private static final class Change<T, R> implements Job {
    private final Function<Commit, T> change;
    private final Function<T, R> onDurable;
    private final Consumer<Refused> onFailed;
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private @Nullable T result;
    private boolean applied;

    Change(Function<Commit, T> change, Function<T, R> onDurable, Consumer<Refused> onFailed) {
      this.change = change;
      this.onDurable = onDurable;
      this.onFailed = onFailed;
    }

    @Override
    public void apply(Commit commit) {
      result = change.apply(commit);
      applied = true;
    }

    @Override
    @SuppressWarnings("NullAway") // durable follows apply
    public void durable() {
      try {
        future.complete(onDurable.apply(result));
      } catch (RuntimeException e) {
        future.completeExceptionally(e);
        throw e;
      }
    }

    @Override
    public void failed(Refused why) {
      if (applied) {
        onFailed.accept(why);
      }
      future.completeExceptionally(why);
    }
  }

  /** The same for those who do not wait for it. */
  public <T> void post(
      Function<Commit, T> change, Consumer<T> onDurable, Consumer<Refused> onFailed) {
    CompletableFuture<T> _ =
        submit(
            change,
            result -> {
              onDurable.accept(result);
              return result;
            },
            onFailed);
  }

  /**
   * Runs something on the committer thread between two commits. Never refused: what listeners need
   * to let go must not be lost because writers are many. Those who call it bound themselves (a
   * listener has one thing to say at a time).
   */
  public void execute(Runnable action) {
    controls.add(action);
    if (!isCommitterThread()) {
      queue.offer(WAKE_UP); // if the queue is full nobody sleeps
    }
  }

  public boolean isCommitterThread() {
    return Thread.currentThread().threadId() == thread.threadId();
  }

  /** What the last commit failed with, or null when it succeeded. */
  public @Nullable StoreException lastFailure() {
    return lastFailure;
  }

  public long commits() {
    return commits.get();
  }

  public long jobs() {
    return jobs.get();
  }

  public int queued() {
    return queue.size();
  }

  private void run() {
    while (true) {
      runControls();
      Job first = next();
      if (first == null) {
        if (closing && deferred.isEmpty()) {
          return;
        }
        if (deferred.isEmpty()) {
          continue;
        }
      } else {
        gather(first);
      }
      commitBatch();
    }
  }

  private void runControls() {
    for (Runnable action = controls.poll(); action != null; action = controls.poll()) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("a control action failed", e);
      }
    }
  }

  private @Nullable Job next() {
    try {
      Job job = queue.poll();
      if (job != null || closing) {
        return job;
      }
      if (!controls.isEmpty()) {
        return WAKE_UP;
      }
      return queue.poll(deferred.isEmpty() ? IDLE_MILLIS : DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closing = true;
      return queue.poll();
    }
  }

  private void gather(Job first) {
    int bytes = first.bytes();
    batch.add(first);
    while (batch.size() < BATCH_JOBS_MAX && bytes < BATCH_BYTES_MAX) {
      Job job = queue.poll();
      if (job == null) {
        return;
      }
      bytes += job.bytes();
      batch.add(job);
    }
  }

  private void commitBatch() {
    @Nullable Refused[] refusals = new Refused[batch.size()];
    Refused all = null;
    try (Commit commit = store.begin()) {
      for (Consumer<Commit> prelude : preludes) {
        prelude.accept(commit);
      }
      List<Consumer<Commit>> marks = deferred;
      deferred = new ArrayList<>(marks.size());
      for (Consumer<Commit> mark : marks) {
        mark.accept(commit);
      }
      for (int i = 0; i < batch.size(); i++) {
        refusals[i] = apply(batch.get(i), commit);
      }
      commit.commit();
      lastFailure = null;
      commits.incrementAndGet();
      jobs.addAndGet(batch.size());
    } catch (StoreException e) {
      all = refusalOf(e);
    } catch (RuntimeException e) {
      LOG.error("a commit failed inside", e);
      all = Refused.of(e);
    }
    for (int i = 0; i < batch.size(); i++) {
      finish(batch.get(i), all != null ? all : refusals[i]);
    }
    batch.clear();
  }

  private static @Nullable Refused apply(Job job, Commit commit) {
    try {
      job.apply(commit);
      return null;
    } catch (Refused refused) {
      return refused;
    }
  }

  /** One job's trouble with its own callbacks must not stop the hub. */
  private static void finish(Job job, @Nullable Refused why) {
    try {
      if (why == null) {
        job.durable();
      } else {
        job.failed(why);
      }
    } catch (RuntimeException e) {
      LOG.error("what was to happen after a commit failed", e);
    }
  }

  private Refused refusalOf(StoreException e) {
    if (lastFailure == null) {
      LOG.error("the store refused a commit: {}", e.getMessage(), e);
    }
    lastFailure = e;
    ErrorCode code =
        e.reason() == StoreException.Reason.FULL
            ? ErrorCode.STORE_FULL
            : ErrorCode.STORE_UNAVAILABLE;
    return new Refused(code, e.getMessage() + "; nothing was accepted");
  }

  /** Takes no more, makes durable what is queued, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Job job = queue.poll(); job != null; job = queue.poll()) {
      job.failed(new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping; nothing was accepted"));
    }
  }
}
