package dev.parley.doors.mcp;

import dev.parley.doors.rpc.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stream of events of a legacy session that outlives its connection: who comes back with the id
 * of the last event it saw is shown what followed. Any thread.
 */
final class ReplayStream {
  private static final int EVENTS_MAX = 1_000;
  private static final int CHARACTERS_MAX = 1 << 20;
  private static final int RETRY_MILLIS = 1_000;

  /** Who reads it now. */
  private sealed interface State {
    State UNREAD = new Unread();
    State FINISHED = new Finished();

    record Unread() implements State {}

    record Read(Reply by) implements State {}

    /** Nothing more is added; what is there can still be shown. */
    record Finished() implements State {}
  }

  private record Event(long number, String data) {}

  private final String key;
  private final boolean primed;
  private final Deque<Event> events = new ArrayDeque<>();
  private int characters;
  private long next = 1;
  private long shown;
  private State state = State.UNREAD;

  /**
   * @param primed begin with an empty event, so that there is an id to come back with
   */
  ReplayStream(String key, boolean primed) {
    this.key = key;
    this.primed = primed;
  }

  synchronized void append(ObjectNode message) {
    if (state instanceof State.Finished) {
      return;
    }
    String data = Json.text(message);
    if (state instanceof State.Unread && isWaiting(data)) {
      return; // saying twice that something has changed says nothing new
    }
    Event event = new Event(next++, data);
    events.add(event);
    characters += event.data.length();
    while (events.size() > EVENTS_MAX || (characters > CHARACTERS_MAX && events.size() > 1)) {
      characters -= events.remove().data.length();
    }
    if (state instanceof State.Read(Reply by)) {
      show(by, event);
    }
  }

  private boolean isWaiting(String data) {
    return events.stream().anyMatch(e -> e.number > shown && e.data.equals(data));
  }

  /** Goes on where it was last shown. The reader's stream must be open. */
  synchronized void attach(Reply to) {
    attach(to, shown);
  }

  /** Goes on after this event. A reader that was there before is sent away. */
  synchronized void attach(Reply to, long after) {
    endReader();
    if (primed && next == 1) {
      to.event("id: " + key + "-0\nretry: " + RETRY_MILLIS + "\n", "");
    }
    for (Event event : events) {
      if (event.number > after) {
        show(to, event);
      }
    }
    if (state instanceof State.Finished) {
      to.end();
    } else {
      state = new State.Read(to);
    }
  }

  private void show(Reply to, Event event) {
    to.event("id: " + key + "-" + event.number + "\n", event.data);
    shown = event.number;
  }

  /** Ends the reader's connection, not the stream. */
  synchronized void hangUp() {
    if (state instanceof State.Read) {
      endReader();
      state = State.UNREAD;
    }
  }

  private void endReader() {
    if (state instanceof State.Read(Reply by)) {
      by.end();
    }
  }

  /** This reader has gone by itself. */
  synchronized void onGone(Reply gone) {
    if (state instanceof State.Read(Reply by) && by == gone) {
      state = State.UNREAD;
    }
  }

  synchronized void finish() {
    endReader();
    state = State.FINISHED;
  }
}
