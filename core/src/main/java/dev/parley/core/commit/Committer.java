package dev.parley.core.commit;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /**
   * Told how a commit ended: when it is durable, after everybody in the batch; when nothing of it
   * happened, before anybody, so that what was changed in memory is taken back by then.
   */
  @FunctionalInterface
  public interface Epilogue {
    void ended(boolean durable);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int QUEUE_JOBS_MAX = 1 << 16;
  private static final int BATCH_JOBS_MAX = 4_096;
  private static final int BATCH_BYTES_MAX = 8 << 20;
  private static final int DEFERRED_MAX = 1 << 16;
  private static final int OVERTAKEN_MAX = 1_000;
  private static final long IDLE_MILLIS = 1_000;
  private static final long DEFERRED_MILLIS = 10;

  /** Stands in the queue for a control action or the end, so that a sleeper wakes up. */
  private static final Job WAKE_UP = new FollowUp<>(_ -> "", _ -> {}, () -> {});

  private final MessageStore store;
  private final MpscBlockingConsumerArrayQueue<Job> queue =
      new MpscBlockingConsumerArrayQueue<>(QUEUE_JOBS_MAX);
  private final ConcurrentLinkedQueue<Runnable> controls = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean wakeUpQueued = new AtomicBoolean();
  private final List<Consumer<Commit>> preludes = new ArrayList<>();
  private final List<Epilogue> epilogues = new ArrayList<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean ended;
  private volatile @Nullable StoreException lastFailure;
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong jobs = new AtomicLong();

  // The committer thread's own.
  private final List<Job> batch = new ArrayList<>(BATCH_JOBS_MAX);
  private final ArrayDeque<Job> followUps = new ArrayDeque<>();
  private List<Consumer<Commit>> deferred = new ArrayList<>();
  private int overtaken;

  private final Watching watching = new Watching();
  private final News news;

  public Committer(MessageStore store) {
    this.store = store;
    this.news = new News(store, () -> execute(() -> {}));
    this.thread = Thread.ofPlatform().name("parley-committer").unstarted(this::run);
  }

  /** Something to do at the start of every commit. Before {@link #start}. */
  public void beforeEach(Consumer<Commit> prelude) {
    preludes.add(prelude);
  }

  /** Something to do at the end of every commit. Before {@link #start}. */
  public void afterEach(Epilogue epilogue) {
    epilogues.add(epilogue);
  }

  /**
   * A change that need not be durable soon, such as the mark that a copy was pushed: it goes along
   * with the next commit that succeeds. If commits fail for long the oldest are given up. Committer
   * thread only.
   */
  public void defer(Consumer<Commit> change) {
    deferred.add(change);
  }

  /**
   * Told what other hubs have changed, on the committer thread, where hubs share a store. Before
   * {@link #start}.
   */
  public void follow(CommitWatcher follower) {
    news.add(follower);
  }

  /** Tells of every change from now on, until {@link #unwatch}. Any thread. */
  public void watch(CommitWatcher watcher) {
    watching.add(watcher);
  }

  public void unwatch(CommitWatcher watcher) {
    watching.remove(watcher);
  }

  public void start() {
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
          "more than " + QUEUE_JOBS_MAX + " changes are waiting to be written; try again shortly");
    }
    if (ended) {
      refuseQueued(); // it came after the last look into the queue
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
    Change<T, R> job = new Change<>(change, onDurable);
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
      followUps.add(job);
    } else {
      execute(() -> followUps.add(job));
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
    controls.add(action);
    // One is enough for all, and many would take the place of jobs.
    if (!isCommitterThread() && wakeUpQueued.compareAndSet(false, true) && !queue.offer(WAKE_UP)) {
      wakeUpQueued.set(false); // the queue is full: nobody sleeps
    }
  }

  public boolean isCommitterThread() {
    return Thread.currentThread().threadId() == thread.threadId();
  }

  /** What the last commit failed with, or null when it succeeded. */
  public @Nullable StoreException lastFailure() {
    return lastFailure;
  }

  /** Does it take jobs? */
  public boolean isOpen() {
    return !closing;
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
    try {
      while (goOn()) {
        if (!batch.isEmpty() || !deferred.isEmpty()) {
          commitBatch();
        }
      }
    } finally {
      // Reached early only by an error such as memory running out: then nobody may wait for ever.
      closing = true;
      ended = true;
      batch.forEach(Committer::refuse);
      followUps.forEach(Committer::refuse);
      refuseQueued();
    }
  }

  /** Gathers the next batch, which may be empty; false when there will be none. */
  private boolean goOn() {
    runControls();
    boolean more = takeNews();
    Job first = more ? poll() : next();
    if (first != null) {
      gather(first);
      // Whoever lets go and then submits a job may rely on it: let go before that job is durable.
      runControls();
      return true;
    }
    return !(closing && deferred.isEmpty() && controls.isEmpty());
  }

  /** Takes over what other hubs have committed; true when there may be more. */
  private boolean takeNews() {
    try {
      return news.take(
          changes -> {
            lastFailure = null;
            end(true);
            watching.tell(changes);
          });
    } catch (StoreException e) {
      Refused _ = refusalOf(e);
      return false;
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
    Job job = poll();
    if (job != null || closing || !controls.isEmpty()) {
      return job;
    }
    boolean soon = !deferred.isEmpty() && lastFailure == null;
    try {
      return queue.poll(soon ? DEFERRED_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closing = true;
      return null;
    }
  }

  private void gather(Job first) {
    int bytes = 0;
    Job job = first;
    while (job != null) {
      if (job.equals(WAKE_UP)) {
        wakeUpQueued.set(false);
      } else {
        batch.add(job);
        bytes += job.bytes();
      }
      job = batch.size() < BATCH_JOBS_MAX && bytes < BATCH_BYTES_MAX ? poll() : null;
    }
  }

  private @Nullable Job poll() {
    return followUps.isEmpty() ? queue.poll() : followUps.poll();
  }

  private void commitBatch() {
    List<Consumer<Commit>> marks = deferred;
    deferred = new ArrayList<>();
    overtaken = 0;
    while (!attempt(marks)) {
      // Another hub was faster, or one job broke down and is out: the others start over.
    }
    batch.clear();
  }

  /** Applies, commits and tells; false when a job broke down and was thrown out. */
  private boolean attempt(List<Consumer<Commit>> marks) {
    @Nullable Refused[] refusals = new Refused[batch.size()];
    int at = -1;
    Refused trouble = null;
    boolean broken = false;
    try (Commit commit = watching.over(store.begin())) {
      for (Consumer<Commit> prelude : preludes) {
        prelude.accept(commit);
      }
      for (Consumer<Commit> mark : marks) {
        mark.accept(commit);
      }
      for (at = 0; at < refusals.length; at++) {
        refusals[at] = apply(batch.get(at), commit);
      }
      commit.commit();
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.OVERTAKEN && overtaken++ < OVERTAKEN_MAX) {
        watching.forget();
        end(false);
        boolean _ = takeNews();
        return false;
      }
      trouble = refusalOf(e);
      deferAgain(marks);
    } catch (RuntimeException e) {
      LOG.error("a commit failed inside", e);
      trouble = Refused.of(e);
      broken = at >= 0 && at < refusals.length;
    }
    if (trouble == null) {
      onDurable(refusals);
      end(true);
      watching.tell();
      return true;
    }
    watching.forget();
    end(false);
    if (broken) {
      finish(batch.remove(at), trouble);
      return false;
    }
    for (Job job : batch) {
      finish(job, trouble);
    }
    return true;
  }

  private void deferAgain(List<Consumer<Commit>> marks) {
    if (closing) {
      return; // or the end would never come
    }
    List<Consumer<Commit>> all = new ArrayList<>(marks);
    all.addAll(deferred);
    deferred = new ArrayList<>(all.subList(Math.max(0, all.size() - DEFERRED_MAX), all.size()));
  }

  private void onDurable(@Nullable Refused[] refusals) {
    lastFailure = null;
    commits.incrementAndGet();
    jobs.addAndGet(refusals.length);
    for (int i = 0; i < refusals.length; i++) {
      finish(batch.get(i), refusals[i]);
    }
  }

  private void end(boolean durable) {
    for (Epilogue epilogue : epilogues) {
      epilogue.ended(durable);
    }
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
    Refused why = e.toRefused();
    return new Refused(
        why.code(),
        why.getMessage()
            + (e.reason() == StoreException.Reason.UNCERTAIN
                ? "; it may have been accepted: send it again with the same id or key to be sure"
                : "; nothing was accepted"));
  }

  private static Refused stopping() {
    return new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping; nothing was accepted");
  }

  private static void refuse(Job job) {
    finish(job, stopping());
  }

  /** Only after the end, when the thread takes nothing from the queue any more. */
  private synchronized void refuseQueued() {
    for (Job job = queue.poll(); job != null; job = queue.poll()) {
      refuse(job);
    }
  }

  /** Takes no more, makes durable what is queued, and ends. */
  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      ended = true;
      refuseQueued();
      return;
    }
    queue.offer(WAKE_UP);
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
