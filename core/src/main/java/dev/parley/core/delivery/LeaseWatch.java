package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where other hubs push as well: takes the lease of an inbox for its shared feed, gives it back
 * when nobody listens here any more, and while another hub has it looks again and again whether
 * that hub has gone. Committer thread.
 */
final class LeaseWatch {
  private static final Duration LOOK = Duration.ofMillis(250);

  /** One alarm for all feeds: a hub that dies may leave many thousand. */
  private enum Alarm {
    OFF,
    SET
  }

  private final Leases leases;
  private final Outlets outlets;
  private final Committer committer;
  private final FeedHost host;

  /** Feeds whose lease another hub has. */
  private final Set<SharedFeed> waiting = new HashSet<>();

  private Alarm alarm = Alarm.OFF;

  LeaseWatch(Leases leases, Outlets outlets, Committer committer, FeedHost host) {
    this.leases = leases;
    this.outlets = outlets;
    this.committer = committer;
    this.host = host;
  }

  /** Takes the lease if no running hub has it; false when another hub keeps it. */
  boolean take(Commit commit, BoxId box) {
    return leases.take(commit, box);
  }

  void onCommitted(boolean durable) {
    leases.onCommitted(durable);
  }

  /** The feed waits for its lease until this hub has it or nobody listens any more. */
  void await(SharedFeed feed) {
    waiting.add(feed);
    lookLater();
  }

  private void lookLater() {
    if (alarm == Alarm.OFF && !waiting.isEmpty()) {
      alarm = Alarm.SET;
      host.after(LOOK, this::look);
    }
  }

  private void look() {
    alarm = Alarm.OFF;
    waiting.removeIf(feed -> feed.isClosed() || feed.isLeased());
    for (SharedFeed feed : waiting) {
      takeFor(feed);
    }
    lookLater();
  }

  private void takeFor(SharedFeed feed) {
    // Looked at before there is a commit: nearly always the answer is no.
    if (feed.isClosed() || feed.isLeased() || !leases.isFree(feed.box)) {
      return;
    }
    committer.post(
        commit -> leases.take(commit, feed.box) ? commit.firstPending(feed.box) : -1L,
        pending -> {
          if (pending >= 0 && !feed.isLeased()) {
            feed.lease(pending);
          }
        },
        () -> {}); // looked at again
  }

  /** Nobody listens here any more, unless somebody has come back by the time it is written. */
  void giveBack(BoxId box) {
    if (!leases.isHeld(box)) {
      return;
    }
    committer.post(
        commit -> {
          if (outlets.shared(box) == null) {
            leases.release(commit, box);
          }
          return box;
        },
        _ -> {},
        () -> {});
  }

  /** Another hub has changed a record: it may have taken a lease or given one back. */
  void onOtherHub(String table, String key, byte @Nullable [] value) {
    BoxId box = leases.onOtherHub(table, key, value);
    SharedFeed feed = box == null ? null : outlets.shared(box);
    if (feed == null) {
      return;
    }
    if (value == null) {
      takeFor(feed);
    } else if (feed.isLeased()) {
      feed.unlease();
      await(feed);
    }
  }
}
