package dev.parley.core.commit;

import dev.parley.core.error.Refused;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a batch of jobs durable in one commit and tells everybody how it ended. Where other hubs
 * write too, their commits are taken over in between. Committer thread, except for the counters.
 */
final class BatchWriter {
  private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);
  private static final int DEFERRED_MAX = 1 << 16;
  private static final int OVERTAKEN_MAX = 1_000;
  private static final int CATCH_UP_ROUNDS_MAX = 1_000;

  private final MessageStore store;
  private final OtherHubs otherHubs;
  final Watching watching = new Watching();
  final List<Consumer<Commit>> preludes = new ArrayList<>();
  final List<Committer.Epilogue> settlings = new ArrayList<>();
  final List<Committer.Epilogue> epilogues = new ArrayList<>();
  final AtomicLong commits = new AtomicLong();
  final AtomicLong jobs = new AtomicLong();
  final Histogram commitTimes =
      Histogram.ofNanos(
          "parley_commit_seconds", "how long the store took to make a commit durable, with fsync");
  final Histogram commitSizes =
      Histogram.ofCounts("parley_commit_jobs", "changes that became durable in one commit");
  private volatile @Nullable StoreException lastFailure;
  private @Nullable StoreException lost;
  private List<Consumer<Commit>> deferred = new ArrayList<>();
  private int overtaken;

  BatchWriter(MessageStore store, OtherHubs otherHubs) {
    this.store = store;
    this.otherHubs = otherHubs;
  }

  @Nullable StoreException lastFailure() {
    return lastFailure;
  }

  /**
   * Why nobody can know any more whether what this hub has in memory is what the store holds; null
   * as long as it is.
   */
  @Nullable StoreException lost() {
    return lost;
  }

  void defer(Consumer<Commit> change) {
    deferred.add(change);
  }

  boolean hasDeferred() {
    return !deferred.isEmpty();
  }

  /** Takes over what other hubs have committed; true when there may be more. */
  boolean takeOver() {
    try {
      return otherHubs.takeOver(
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

  /**
   * Another hub was faster: takes over what it wrote. The second time it is everything that has
   * come, because the whole batch is made again after this, in vain if there is more.
   */
  private void catchUp() {
    int rounds = overtaken == 1 ? 1 : CATCH_UP_ROUNDS_MAX;
    boolean more = takeOver();
    for (int round = 1; more && round < rounds; round++) {
      more = takeOver();
    }
  }

  /**
   * @param again whether changes that could be deferred once more still may be
   */
  void write(List<Job> batch, boolean again) {
    List<Consumer<Commit>> marks = deferred;
    deferred = new ArrayList<>();
    overtaken = 0;
    while (!attempt(batch, marks, again)) {
      // Another hub was faster, or one job broke down and is out: the others start over.
    }
    batch.clear();
  }

  /** Applies, commits and tells; false when the batch, perhaps without one job, starts over. */
  private boolean attempt(List<Job> batch, List<Consumer<Commit>> marks, boolean again) {
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
      long began = System.nanoTime();
      commit.commit();
      commitTimes.record(System.nanoTime() - began);
      commitSizes.record(refusals.length);
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.OVERTAKEN && overtaken++ < OVERTAKEN_MAX) {
        undone();
        catchUp();
        return false;
      }
      trouble = refusalOf(e);
      if (e.reason() == StoreException.Reason.UNCERTAIN && !otherHubs.tellWhatHappened()) {
        lost = e;
      } else if (again) {
        deferAgain(marks);
      }
    } catch (RolledBack e) {
      trouble = e.refusal();
      broken = at >= 0 && at < refusals.length;
    } catch (RuntimeException e) {
      LOG.error("a commit failed inside", e);
      trouble = Refused.of(e);
      broken = at >= 0 && at < refusals.length;
    }
    if (trouble == null) {
      onDurable(batch, refusals);
      return true;
    }
    undone();
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
    List<Consumer<Commit>> all = new ArrayList<>(marks);
    all.addAll(deferred);
    deferred = new ArrayList<>(all.subList(Math.max(0, all.size() - DEFERRED_MAX), all.size()));
  }

  private void onDurable(List<Job> batch, @Nullable Refused[] refusals) {
    lastFailure = null;
    commits.incrementAndGet();
    jobs.addAndGet(refusals.length);
    for (Committer.Epilogue settling : settlings) {
      settling.ended(true);
    }
    for (int i = 0; i < refusals.length; i++) {
      finish(batch.get(i), refusals[i]);
    }
    end(true);
    watching.tell();
  }

  /** Nothing of the commit has happened: what was changed in memory is taken back. */
  private void undone() {
    watching.forget();
    for (Committer.Epilogue settling : settlings) {
      settling.ended(false);
    }
    end(false);
  }

  private void end(boolean durable) {
    for (Committer.Epilogue epilogue : epilogues) {
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
  static void finish(Job job, @Nullable Refused why) {
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
            + (e.reason().isUncertain()
                ? "; it may have been accepted: send it again with the same id or key to be sure"
                : "; nothing was accepted"));
  }
}
