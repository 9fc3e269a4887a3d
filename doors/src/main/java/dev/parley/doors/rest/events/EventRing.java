package dev.parley.doors.rest.events;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last events, so many and so many bytes of them. The feed's thread only. */
final class EventRing {
  private final int eventsMax;
  private final long bytesMax;
  private final Deque<Event> events = new ArrayDeque<>();
  private long bytes;
  private long first;
  private long next;

  EventRing(int eventsMax, long bytesMax) {
    this.eventsMax = eventsMax;
    this.bytesMax = bytesMax;
  }

  /** The sequence of the next event. */
  long next() {
    return next;
  }

  void add(Event event) {
    events.add(event);
    bytes += event.frame().length;
    next++;
    while (events.size() > eventsMax || bytes > bytesMax) {
      bytes -= events.remove().frame().length;
      first++;
    }
  }

  /** Forgets everything: what comes next does not follow from what was. */
  void breakOff() {
    events.clear();
    bytes = 0;
    next++;
    first = next;
  }

  /** Is everything from this sequence on still here? */
  boolean covers(long sequence) {
    return sequence >= first && sequence <= next;
  }

  List<Event> from(long sequence) {
    return events.stream().skip(sequence - first).toList();
  }
}
