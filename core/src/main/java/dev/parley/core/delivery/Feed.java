package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reader's way through an inbox. It is either live, and is handed every copy as it becomes
 * durable, or behind, and reads from the store until it has caught up. Because there is one cursor
 * for both, nothing is skipped and nothing comes twice, and however slow a reader is, all it ever
 * costs is one chunk of memory. Committer thread only.
 */
abstract class Feed {
  private static final int CHUNK = 128;
  private static final Duration RETRY = Duration.ofSeconds(1);

  final BoxId box;
  final Live live;
  private long next;
  private boolean behind;
  private boolean reading;
  private boolean told;
  private boolean closed;

  /** Below this position only what is still pending is of interest. */
  private final long pendingOnlyBelow;

  Feed(Live live, BoxId box, long next, long end, boolean pendingOnly) {
    this.live = live;
    this.box = box;
    this.next = next;
    this.behind = next < end;
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

  long cursor() {
    return next - 1;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  /** A copy has become durable. */
  final void onPlaced(Copy copy, boolean taken) {
    if (behind || closed) {
      return;
    }
    if (!(taken && takes()) && !offer(copy)) {
      fallBehind();
      return;
    }
    next = copy.position() + 1;
  }

  private void fallBehind() {
    behind = true;
    if (!told && wantsToBeTold()) {
      told = true;
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
    if (!behind || reading || closed || !hasRoom()) {
      return;
    }
    reading = true;
    long from = next;
    live.read(box, from, CHUNK, this::onRead);
  }

  /**
   * The chunk is here; the commit it is looked through in says what is still pending and where the
   * box ends.
   */
  private void onRead(@Nullable List<Copy> chunk) {
    live.committer()
        .post(
            commit -> {
              List<Copy> wanted = new ArrayList<>();
              if (chunk != null) {
                for (Copy copy : chunk) {
                  State state = commit.stateOf(box, copy.position());
                  boolean onlyPending = takes() || copy.position() < pendingOnlyBelow;
                  if (state != null && (!onlyPending || state.isPending())) {
                    wanted.add(copy);
                  }
                }
              }
              return new Chunk(wanted, lastOf(chunk), commit.stats(box).next());
            },
            found -> {
              reading = false;
              push(found);
            },
            _ -> live.after(RETRY, this::readAgain));
  }

  /** The store had trouble; the cursor stands where it stood. */
  private void readAgain() {
    reading = false;
    pump();
  }

  private record Chunk(List<Copy> wanted, long last, long end) {}

  private long lastOf(@Nullable List<Copy> chunk) {
    return chunk == null || chunk.isEmpty() ? -1 : chunk.getLast().position();
  }

  private void push(Chunk chunk) {
    for (Copy copy : chunk.wanted) {
      if (closed || copy.position() < next) {
        continue;
      }
      if (!offer(copy)) {
        next = copy.position();
        return; // resumed when there is room
      }
      next = copy.position() + 1;
    }
    // An empty chunk means that everything up to the end was trimmed away.
    next = Math.max(next, chunk.last < 0 ? chunk.end : chunk.last + 1);
    if (next >= chunk.end) {
      behind = false;
      if (told) {
        told = false;
        tellCaughtUp();
      }
    } else {
      pump();
    }
  }
}
