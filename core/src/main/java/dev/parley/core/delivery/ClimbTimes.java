package dev.parley.core.delivery;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import org.jspecify.annotations.Nullable;

/**
 * When copies were pushed, delivered and read: of the newest ones, since this hub started. A rung
 * is in the store and its time is not, because a copy would become twice as large by it; so a copy
 * costs two writes into arrays, and an old one makes room for a new one. The clock is read once a
 * commit. Committer thread.
 */
final class ClimbTimes {
  /** Of a few agents with many messages the newest of each are kept, of many agents' the last. */
  static final int SLOTS = 1 << 15;

  private static final long UNREAD = -1;

  private final Timekeeper time;
  private final int[] boxes = new int[SLOTS];
  private final long[] positions = new long[SLOTS];
  private final long[] pushed = new long[SLOTS];
  private final long[] delivered = new long[SLOTS];
  private final long[] read = new long[SLOTS];
  private long now = UNREAD;

  ClimbTimes(Timekeeper time) {
    this.time = time;
  }

  /** A copy has reached a rung; the first time counts. */
  void climbed(BoxId box, long position, State rung) {
    long[] times = of(rung);
    if (times == null) {
      return;
    }
    int hash = box.hashCode();
    int slot = slot(hash, position);
    if (boxes[slot] != hash || positions[slot] != position) {
      boxes[slot] = hash;
      positions[slot] = position;
      pushed[slot] = 0;
      delivered[slot] = 0;
      read[slot] = 0;
    }
    if (times[slot] == 0) {
      times[slot] = now();
    }
  }

  /** The inbox is no more; another of its name begins with the same positions. */
  void ended(BoxId box) {
    int hash = box.hashCode();
    for (int slot = 0; slot < SLOTS; slot++) {
      if (boxes[slot] == hash) {
        boxes[slot] = 0;
        positions[slot] = -1;
      }
    }
  }

  CopyTimes of(CopyRef copy) {
    int hash = copy.box().hashCode();
    int slot = slot(hash, copy.position());
    return boxes[slot] == hash && positions[slot] == copy.position()
        ? new CopyTimes(copy, pushed[slot], delivered[slot], read[slot])
        : new CopyTimes(copy, 0, 0, 0);
  }

  void onCommitted() {
    now = UNREAD;
  }

  private long @Nullable [] of(State rung) {
    return switch (rung) {
      case PUSHED -> pushed;
      case DELIVERED -> delivered;
      case READ -> read;
      case ACCEPTED, TURN_STARTED, ANSWERED, DECLINED, FAILED, EXPIRED -> null;
    };
  }

  private static int slot(int hash, long position) {
    return (int) (position + ((hash * 0x9E3779B97F4A7C15L) >>> 40)) & (SLOTS - 1);
  }

  private long now() {
    if (now == UNREAD) {
      now = time.millis();
    }
    return now;
  }
}
