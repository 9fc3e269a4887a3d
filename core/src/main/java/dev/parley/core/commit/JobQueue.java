package dev.parley.core.commit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for the committer: jobs of all threads, bounded; what follows from earlier jobs, which
 * goes first; and actions to run between two commits. Any thread puts in, the committer takes out.
 */
final class JobQueue {
  private static final Logger LOG = LoggerFactory.getLogger(JobQueue.class);
  static final int JOBS_MAX = 1 << 16;
  private static final long BYTES_MAX = 256L << 20;
  private static final int HEAP_SHARE = 8;
  private static final int BATCH_JOBS_MAX = 4_096;
  private static final int BATCH_BYTES_MAX = 8 << 20;

  /** Stands in the queue for a control action or the end, so that a sleeper wakes up. */
  private static final Job WAKE_UP = new FollowUp<>(_ -> "", _ -> {}, () -> {});

  private final MpscBlockingConsumerArrayQueue<Job> jobs =
      new MpscBlockingConsumerArrayQueue<>(JOBS_MAX);
  // Of jobs that were ever put in and taken out; the second has one writer, who takes them.
  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();

  private final long bytesMax;
  private final ConcurrentLinkedQueue<Runnable> controls = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean wakeUpQueued = new AtomicBoolean();

  // The committer thread's own.
  private final ArrayDeque<Job> followUps = new ArrayDeque<>();

  JobQueue() {
    this(Math.min(BYTES_MAX, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  JobQueue(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** False when it is full. What comes last may be as large as it likes. */
  boolean offer(Job job) {
    int size = job.bytes();
    if (bytesIn.getAndAdd(size) - bytesOut.get() < bytesMax && jobs.offer(job)) {
      return true;
    }
    bytesIn.addAndGet(-size);
    return false;
  }

  long bytesMax() {
    return bytesMax;
  }

  void wakeUp() {
    jobs.offer(WAKE_UP);
  }

  int size() {
    return jobs.size();
  }

  /**
   * @param wake whether the committer may be asleep
   */
  void control(Runnable action, boolean wake) {
    controls.add(action);
    // One is enough for all, and many would take the place of jobs.
    if (wake && wakeUpQueued.compareAndSet(false, true) && !jobs.offer(WAKE_UP)) {
      wakeUpQueued.set(false); // the queue is full: nobody sleeps
    }
  }

  boolean hasControls() {
    return !controls.isEmpty();
  }

  void runControls() {
    for (Runnable action = controls.poll(); action != null; action = controls.poll()) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("a control action failed", e);
      }
    }
  }

  void followUp(Job job) {
    followUps.add(job);
  }

  private @Nullable Job taken(@Nullable Job job) {
    if (job != null && !job.equals(WAKE_UP)) {
      bytesOut.lazySet(bytesOut.get() + job.bytes());
    }
    return job;
  }

  @Nullable Job poll() {
    return followUps.isEmpty() ? taken(jobs.poll()) : followUps.poll();
  }

  @Nullable Job await(long millis) throws InterruptedException {
    return taken(jobs.poll(millis, TimeUnit.MILLISECONDS));
  }

  /** Takes what is there, beginning with this one, as far as it fits into one commit. */
  void gather(Job first, List<Job> batch) {
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

  /** Only after the end, when nothing is taken out any more. */
  synchronized void drain(Consumer<Job> each) {
    for (Job job = jobs.poll(); job != null; job = jobs.poll()) {
      each.accept(job);
    }
  }

  void drainFollowUps(Consumer<Job> each) {
    followUps.forEach(each);
    followUps.clear();
  }
}
