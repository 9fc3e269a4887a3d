package dev.parley.core.commit;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Applies jobs in order and makes them durable in groups. It never waits to fill a batch: while one
 * is being written the next one gathers by itself.
 */
public final class Committer implements AutoCloseable {

  /**
   * Told how a commit ended: when it is durable, after everybody in the batch; when nothing of it
   * happened, before anybody, so that what was changed in memory is taken back by then.
   */
  @FunctionalInterface
  public interface Epilogue {
    void ended(boolean durable);
  }

  private static final int SMALL_BYTES = 256;
  private static final long IDLE_MILLIS = 1_000;
  private static final long DEFERRED_MILLIS = 10;

  private final JobQueue queue = new JobQueue();
  private final OtherHubs otherHubs;
  private final BatchWriter writer;
  private final Thread thread;

  /** The thread that commits: the committer's own, or in a simulation whoever runs it. */
  private volatile Thread committing;

  private final CompletableFuture<Throwable> lost = new CompletableFuture<>();
  private volatile boolean closing;
  private volatile boolean ended;

  // The committer thread's own.
  private final List<Job> batch = new ArrayList<>();

  public Committer(MessageStore store) {
    this.otherHubs = new OtherHubs(store, this::execute);
    this.writer = new BatchWriter(store, otherHubs);
    this.thread = Thread.ofPlatform().name("parley-committer").unstarted(this::run);
    this.committing = thread;
  }

  /** Something to do at the start of every commit. Before {@link #start}. */
  public void beforeEach(Consumer<Commit> prelude) {
    writer.preludes.add(prelude);
  }

  /**
   * The same, but when the commit is durable it is told before anybody in the batch, so that what
   * those see afterwards is the new state. Before {@link #start}.
   */
  public void settleEach(Epilogue settling) {
    writer.settlings.add(settling);
  }

  /** Something to do at the end of every commit. Before {@link #start}. */
  public void afterEach(Epilogue epilogue) {
    writer.epilogues.add(epilogue);
  }

  /**
   * A change that need not be durable soon, such as the mark that a copy was pushed: it goes along
   * with the next commit that succeeds. If commits fail for long the oldest are given up. Committer
   * thread only.
   */
  public void defer(Consumer<Commit> change) {
    writer.defer(change);
  }

  /**
   * Told what other hubs have changed, on the committer thread, where hubs share a store. Before
   * {@link #start}.
   */
  public void follow(CommitWatcher follower) {
    otherHubs.add(follower);
  }

  /**
   * Completes when this hub has taken over everything that any hub had acknowledged when this was
   * called, and fails when that takes too long. At once where no other hub writes. Any thread.
   */
  public CompletableFuture<Void> caughtUp() {
    return otherHubs.caughtUp();
  }

  /** Tells of every change from now on, until {@link #unwatch}. Any thread. */
  public void watch(CommitWatcher watcher) {
    writer.watching.add(watcher);
  }

  public void unwatch(CommitWatcher watcher) {
    writer.watching.remove(watcher);
  }

  public void start() {
    otherHubs.start();
    thread.start();
  }

  /** Queues a job; refuses when the hub stops or the queue is full. */
  public void submit(Job job) {
    if (closing) {
      throw stopping();
    }
    if (!queue.offer(job)) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "more than "
              + JobQueue.JOBS_MAX
              + " changes or "
              + (queue.bytesMax() >> 20)
              + " MiB of them are waiting to be written; try again shortly");
    }
    if (ended) {
      queue.drain(Committer::refuse); // it came after the last look into the queue
    }
  }

  /** Applies one change and completes, once it is durable, with what the change returned. */
  public <T> CompletableFuture<T> submit(Function<Commit, T> change) {
    return submit(change, result -> result);
  }

  /**
   * The same, with something to do on the committer thread when the change is durable, before
   * anybody else hears of it. (What is hung on the future may run on the caller's thread.)
   */
  public <T, R> CompletableFuture<R> submit(Function<Commit, T> change, Function<T, R> onDurable) {
    return submit(SMALL_BYTES, change, onDurable);
  }

  /**
   * The same for a change that is not small.
   *
   * @param bytes about how much memory it takes while it waits
   */
  public <T, R> CompletableFuture<R> submit(
      int bytes, Function<Commit, T> change, Function<T, R> onDurable) {
    Change<T, R> job = new Change<>(bytes, change, onDurable);
    try {
      submit(job);
    } catch (Refused refused) {
      job.failed(refused);
    }
    return job.future();
  }

  /**
   * Applies a change that follows from an earlier one and that nobody waits for. Never refused, for
   * there is nobody who could try again: those who call it bound themselves. Until the end either
   * of the two is called, on the committer thread.
   */
  public <T> void post(Function<Commit, T> change, Consumer<T> onDurable, Runnable onFailed) {
    Job job = new FollowUp<>(change, onDurable, onFailed);
    if (isCommitterThread()) {
      queue.followUp(job);
    } else {
      execute(() -> queue.followUp(job));
    }
  }

  /**
   * Runs something on the committer thread between two commits. Never refused: what listeners need
   * to let go must not be lost because writers are many. Those who call it bound themselves (a
   * listener has one thing to say at a time). After the end it does nothing.
   */
  public void execute(Runnable action) {
    if (ended) {
      return;
    }
    queue.control(action, !isCommitterThread());
  }

  public boolean isCommitterThread() {
    return Thread.currentThread().threadId() == committing.threadId();
  }

  /** What the last commit failed with, or null when it succeeded. */
  public @Nullable StoreException lastFailure() {
    return writer.lastFailure();
  }

  /** Does it take jobs? */
  public boolean isOpen() {
    return !closing;
  }

  public long commits() {
    return writer.commits.get();
  }

  public long jobs() {
    return writer.jobs.get();
  }

  /** Of the store alone, for commits that succeeded. */
  public Histogram commitTimes() {
    return writer.commitTimes;
  }

  public Histogram commitSizes() {
    return writer.commitSizes;
  }

  public int queued() {
    return queue.size();
  }

  /**
   * Completes with the reason if it can no longer go on: the outcome of a commit stayed unknown, so
   * that only opening the store again can tell what it holds, or memory ran out. It takes nothing
   * more then, as if it were closed.
   */
  public CompletableFuture<Throwable> lost() {
    return lost.copy();
  }

  private void run() {
    Throwable reason = null;
    try {
      while (reason == null && gathered(true)) {
        write();
        reason = writer.lost();
      }
    } catch (Throwable e) {
      reason = e;
      throw e;
    } finally {
      // Nobody may wait for ever, whatever it was that ended this thread.
      closing = true;
      ended = true;
      batch.forEach(Committer::refuse);
      queue.drainFollowUps(Committer::refuse);
      queue.drain(Committer::refuse);
      if (reason != null) {
        lost.complete(reason);
      }
    }
  }

  /**
   * Does everything there is to do, on the calling thread, and returns. For simulations, which have
   * one thread for all hubs and never call {@link #start}.
   *
   * @return whether there was anything
   */
  public boolean runUntilIdle() {
    committing = Thread.currentThread();
    boolean any = false;
    while (gathered(false) && (!batch.isEmpty() || writer.hasDeferred() || queue.hasControls())) {
      write();
      any = true;
      if (writer.lastFailure() != null) {
        break; // what is deferred stays so until the store can be written again
      }
    }
    return any;
  }

  private void write() {
    if (!batch.isEmpty() || writer.hasDeferred()) {
      writer.write(batch, !closing); // at the end, what is deferred is not deferred again
    }
  }

  /** Gathers the next batch, which may be empty; false when there will be none. */
  private boolean gathered(boolean mayWait) {
    queue.runControls();
    boolean more = writer.takeOver();
    Job first = more || !mayWait ? queue.poll() : next();
    if (first != null) {
      queue.gather(first, batch);
      // Whoever lets go and then submits a job may rely on it: let go before that job is durable.
      queue.runControls();
      return true;
    }
    return !(closing && !writer.hasDeferred() && !queue.hasControls());
  }

  private @Nullable Job next() {
    Job job = queue.poll();
    if (job != null || closing || queue.hasControls()) {
      return job;
    }
    boolean soon = writer.hasDeferred() && writer.lastFailure() == null;
    try {
      return queue.await(soon ? DEFERRED_MILLIS : IDLE_MILLIS);
    } catch (InterruptedException e) {
      closing = true;
      return null;
    }
  }

  private static Refused stopping() {
    return new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping; nothing was accepted");
  }

  private static void refuse(Job job) {
    BatchWriter.finish(job, stopping());
  }

  /** Takes no more, makes durable what is queued, and ends. */
  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      ended = true;
      queue.drain(Committer::refuse);
      return;
    }
    queue.wakeUp();
    if (isCommitterThread()) {
      return; // it ends by itself, after the batch it is in
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
