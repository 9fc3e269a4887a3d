package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import java.time.Duration;
import java.util.List;

/**
 * One reader's way through an inbox. It is either live, and is handed every copy as it becomes
 * durable, or behind, and reads from the store until it has caught up. Because there is one cursor
 * for both, nothing is skipped and nothing comes twice, and however slow a reader is, all it ever
 * costs is one chunk of memory. Committer thread only.
 */
abstract class Feed {
  private static final int CHUNK = 128;
  static final Duration RETRY = Duration.ofSeconds(1);

  private enum Progress {
    /** Handed every copy as it becomes durable. */
    LIVE,
    /** Copies after the cursor are read from the store, once there is room. */
    BEHIND,
    /** Behind, and a chunk is being read and looked through. */
    READING,
    CLOSED
  }

  final BoxId box;
  final FeedHost host;
  private long next;
  private Progress progress;

  /** Was somebody told that pushes stopped? Only while it is not live. */
  private boolean laggingTold;

  /** Below this position only what is still pending is of interest. */
  private final long pendingOnlyBelow;

  Feed(FeedHost host, BoxId box, long next, long end, boolean pendingOnly) {
    this.host = host;
    this.box = box;
    this.next = next;
    this.progress = next < end ? Progress.BEHIND : Progress.LIVE;
    this.pendingOnlyBelow = pendingOnly ? end : 0;
  }

  /** Shows a copy to somebody, or says that nobody has room. */
  abstract boolean offer(Copy copy);

  /** Could {@link #offer} succeed? */
  abstract boolean hasRoom();

  /** Does showing a copy here take it, so that what was taken already must not be shown? */
  abstract boolean takes();

  abstract void tellLagging(long cursor);

  abstract void tellCaughtUp();

  abstract void tellEnded(Refused why);

  final long cursor() {
    return next - 1;
  }

  final boolean isClosed() {
    return progress == Progress.CLOSED;
  }

  void close() {
    progress = Progress.CLOSED;
  }

  /** Starts over further back, for somebody who wants what the others did not ask for. */
  final void rewind(long position) {
    if (position < next) {
      next = position;
      if (progress == Progress.LIVE) {
        progress = Progress.BEHIND;
      }
    }
  }

  /** A copy has become durable; one that is not wanted is passed over. */
  final void onPlaced(Copy copy, boolean wanted) {
    if (progress != Progress.LIVE) {
      return;
    }
    if (wanted && !offer(copy)) {
      fallBehind();
      return;
    }
    next = copy.position() + 1;
  }

  private void fallBehind() {
    progress = Progress.BEHIND;
    if (!laggingTold && wantsToBeTold()) {
      laggingTold = true;
      tellLagging(cursor());
    }
    pump();
  }

  /** A full window is the listener's own choice; only a full connection is news. */
  boolean wantsToBeTold() {
    return !hasRoom();
  }

  /** Goes on reading if it is behind and there is room. */
  void pump() {
    if (progress != Progress.BEHIND || !hasRoom()) {
      return;
    }
    progress = Progress.READING;
    long from = next;
    host.read(box, from, CHUNK, chunk -> onRead(from, chunk), this::readLater);
  }

  /**
   * The chunk is here; the commit it is looked through in says what is still pending and where the
   * box ends.
   */
  private void onRead(long from, List<Copy> chunk) {
    host.look(
        commit -> look(commit, from, chunk),
        looked -> {
          onReadingDone();
          push(looked);
        },
        this::readLater);
  }

  /** The store had trouble; the cursor stands where it stood. */
  private void readLater() {
    host.after(
        RETRY,
        () -> {
          onReadingDone();
          pump();
        });
  }

  private void onReadingDone() {
    if (progress == Progress.READING) {
      progress = Progress.BEHIND;
    }
  }

  /**
   * @param from where it was read from
   * @param through everything before this position has been looked at, or is no more
   * @param end where the box ended
   */
  private record Chunk(List<Copy> wanted, long from, long through, long end) {}

  private Chunk look(Commit commit, long from, List<Copy> chunk) {
    List<Copy> wanted = chunk.stream().filter(copy -> isWanted(commit, copy)).toList();
    BoxStats stats = commit.stats(box);
    // Nothing to read means that what had been there was trimmed away, up to what has come since.
    long through = chunk.isEmpty() ? stats.first() : chunk.getLast().position() + 1;
    return new Chunk(wanted, from, through, stats.next());
  }

  private boolean isWanted(Commit commit, Copy copy) {
    boolean pendingOnly = takes() || copy.position() < pendingOnlyBelow;
    return pendingOnly
        ? host.isPending(commit, copy)
        : commit.stateOf(box, copy.position()) != null;
  }

  private void push(Chunk chunk) {
    if (isClosed()) {
      return;
    }
    if (next < chunk.from) {
      pump(); // it was told to start over while it read
      return;
    }
    for (Copy copy : chunk.wanted) {
      boolean gone = takes() && host.isTaken(box, copy.position());
      if (!gone && !offer(copy)) {
        return; // resumed when there is room
      }
      next = copy.position() + 1;
    }
    next = Math.max(next, chunk.through);
    if (next < chunk.end) {
      pump();
      return;
    }
    progress = Progress.LIVE;
    if (laggingTold) {
      laggingTold = false;
      tellCaughtUp();
    }
  }
}
