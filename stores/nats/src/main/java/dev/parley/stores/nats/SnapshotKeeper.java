package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import io.nats.client.NUID;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a snapshot when the log has grown enough, and lets the log forget what the snapshot before
 * it holds: whoever is fetching that one still finds what came after it. Of the hubs that run, the
 * one with the smallest name does it; should two think they are, each makes one of its own.
 */
final class SnapshotKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeeper.class);
  private static final int NAME_LENGTH = 8;
  private static final long STOP_MILLIS = 2_000;

  private final ClusterLog log;
  private final ClusterView view;
  private final Members members;
  private final String node;
  private final SnapshotPlan plan;
  private final Thread thread;
  private volatile boolean closed;

  SnapshotKeeper(
      ClusterLog log, ClusterView view, Members members, String node, SnapshotPlan plan) {
    this.log = log;
    this.view = view;
    this.members = members;
    this.node = node;
    this.plan = plan;
    // The engine's native calls would pin a carrier.
    this.thread = Thread.ofPlatform().daemon().name("nats-snapshots").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(plan.lookEvery().toNanos());
      try {
        if (!closed && isOurs()) {
          look();
        }
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.warn("no snapshot of the cluster could be taken: {}", e.toString());
        }
      }
    }
  }

  private boolean isOurs() {
    return members.others().stream().allMatch(other -> node.compareTo(other) < 0);
  }

  private void look() {
    List<Snapshots.Snapshot> whole = log.snapshots().whole();
    long since = whole.isEmpty() ? 0 : whole.getFirst().sequence();
    long half = whole.isEmpty() ? 0 : view.store().sizeOnDisk() / 2;
    boolean isEnough = log.extent().bytesAfter(since) >= Math.max(plan.grownBytes(), half);
    if (isEnough && view.applied() > since) {
      take(whole);
    }
  }

  private void take(List<Snapshots.Snapshot> before) {
    String by = NUID.nextGlobal().toLowerCase(Locale.ROOT);
    view.copy(
        (copy, sequence) -> {
          log.snapshots().save(copy, sequence, by.substring(by.length() - NAME_LENGTH), this::goOn);
          LOG.info("took a snapshot of the cluster at {}", sequence);
        });
    if (!before.isEmpty()) {
      Snapshots.Snapshot previous = before.getFirst();
      log.purgeThrough(previous.sequence());
      log.snapshots().forgetBefore(previous);
    }
  }

  private void goOn(long stored) {
    if (closed) {
      throw new StoreException(StoreException.Reason.FAILED, "the hub stops");
    }
  }

  /** What was being stored is left for others to delete. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    if (thread.isAlive()) {
      try {
        thread.join(STOP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
