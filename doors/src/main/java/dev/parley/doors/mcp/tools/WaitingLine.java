package dev.parley.doors.mcp.tools;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait at an inbox. What comes is looked at by the newest first, for the older ones may
 * be of clients that have given up; whoever has looked lets the next one look. Any thread.
 */
final class WaitingLine {
  private final Map<String, Deque<Place>> lines = new HashMap<>();

  /** The place of one call; it may look when it has come. */
  final class Place implements AutoCloseable {
    private final String inbox;
    private final Semaphore turn = new Semaphore(1);

    private Place(String inbox) {
      this.inbox = inbox;
    }

    /** Waits until it may look; false when the time was over before. */
    boolean await(long nanos) throws InterruptedException {
      boolean mayLook = turn.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      turn.drainPermits();
      return mayLook;
    }

    void letLook() {
      turn.release();
    }

    boolean isNewest() {
      synchronized (lines) {
        Deque<Place> line = lines.get(inbox);
        return line != null && line.peek() == this;
      }
    }

    /** It has looked, and left something or everything. */
    void passOn() {
      Place next = behind(this);
      if (next != null) {
        next.letLook();
      }
    }

    @Override
    public void close() {
      Place next;
      synchronized (lines) {
        next = behind(this);
        Deque<Place> line = lines.get(inbox);
        if (line != null && line.remove(this) && line.isEmpty()) {
          lines.remove(inbox);
        }
      }
      if (next != null) {
        next.letLook();
      }
    }
  }

  Place join(String inbox) {
    Place place = new Place(inbox);
    synchronized (lines) {
      lines.computeIfAbsent(inbox, _ -> new ArrayDeque<>()).push(place);
    }
    return place;
  }

  /** Something has come, or come back. */
  void letLook(String inbox) {
    Place newest;
    synchronized (lines) {
      Deque<Place> line = lines.get(inbox);
      newest = line == null ? null : line.peek();
    }
    if (newest != null) {
      newest.letLook();
    }
  }

  private @Nullable Place behind(Place place) {
    synchronized (lines) {
      Iterator<Place> line = lines.getOrDefault(place.inbox, new ArrayDeque<>()).iterator();
      while (line.hasNext()) {
        if (line.next() == place) {
          return line.hasNext() ? line.next() : null;
        }
      }
      return null;
    }
  }
}
