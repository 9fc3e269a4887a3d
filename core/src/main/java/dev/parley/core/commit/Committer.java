package dev.parley.core.commit;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies jobs in order and makes them durable in groups. It never waits to fill a batch: while one is being written the
 * next one gathers by itself.
 */
public final class Committer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int QUEUE_JOBS_MAX = 1 << 16;
  private static final int BATCH_JOBS_MAX = 4_096;
  private static final int BATCH_BYTES_MAX = 8 << 20;
  private static final long IDLE_MILLIS = 1_000;
  private static final long DEFERRED_MILLIS = 10;

  private final MessageStore store;
  private final MpscBlockingConsumerArrayQueue<Job> queue = new MpscBlockingConsumerArrayQueue<>(QUEUE_JOBS_MAX);
  private final List<Job> batch = new ArrayList<>(BATCH_JOBS_MAX);
  private final List<Consumer<Commit>> preludes = new ArrayList<>();
  private List<Consumer<Commit>> deferred = new ArrayList<>();
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
   * A change that need not be durable soon and may be lost with a failed commit, such as the mark that a copy was pushed:
   * it goes along with the next commit. Committer thread only.
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
          ErrorCode.OVERLOADED, "more than " + QUEUE_JOBS_MAX + " changes are waiting to be written; try again shortly");
    }
  }

  /** Applies one change and completes, once it is durable, with what the change returned. */
  public <T> CompletableFuture<T> submit(Function<Commit, T> change) {
    return submit(change, () -> {}, _ -> {});
  }

  /**
   * The same, with something to do first on the committer thread when it is durable or when it failed after having been
   * applied.
   */
  public <T> CompletableFuture<T> submit(Function<Commit, T> change, Runnable onDurable, Consumer<Refused> onFailed) {
    CompletableFuture<T> future = new CompletableFuture<>();
    Job job =
        new Job() {
          private @Nullable T result;
          private boolean applied;

          @Override
          public void apply(Commit commit) {
            result = change.apply(commit);
            applied = true;
          }

          @Override
          @SuppressWarnings("NullAway") // a change may well return null when T allows it
          public void durable() {
            onDurable.run();
            future.complete(result);
          }

          @Override
          public void failed(Refused why) {
            if (applied) {
              onFailed.accept(why);
            }
            future.completeExceptionally(why);
          }
        };
    try {
      submit(job);
    } catch (Refused refused) {
      future.completeExceptionally(refused);
    }
    return future;
  }

  /** Runs something on the committer thread, after everything offered before it is durable. */
  public void execute(Runnable action) {
    submit(
        new Job() {
          @Override
          public void apply(Commit commit) {}

          @Override
          public void durable() {
            action.run();
          }

          @Override
          public void failed(Refused why) {
            action.run();
          }
        });
  }

  public boolean isCommitterThread() {
    return Thread.currentThread() == thread;
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

  private @Nullable Job next() {
    try {
      Job job = queue.poll();
      if (job != null || closing) {
        return job;
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
    ErrorCode code = e.reason() == StoreException.Reason.FULL ? ErrorCode.STORE_FULL : ErrorCode.STORE_UNAVAILABLE;
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
