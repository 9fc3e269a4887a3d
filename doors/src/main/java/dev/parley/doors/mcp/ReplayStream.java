package dev.parley.doors.mcp;

import dev.parley.doors.rpc.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stream of events of a legacy session that outlives its connection: who comes back with the id
 * of the last event it saw is shown what followed. Of several connections the newest is told; the
 * others stay open, for a client that is sent away comes back at once. Any thread.
 */
final class ReplayStream {
  private static final int EVENTS_MAX = 1_000;
  private static final int CHARACTERS_MAX = 1 << 20;
  private static final int RETRY_MILLIS = 1_000;
  private static final int READERS_MAX = 4;

  private enum State {
    OPEN,
    /** Nothing more is added; what is there can still be shown. */
    FINISHED
  }

  private record Event(long number, String data) {}

  private final String key;
  private final boolean primed;
  private final Deque<Event> events = new ArrayDeque<>();

  /** The newest first. */
  private final Deque<Reply> readers = new ArrayDeque<>();

  private Runnable onReader = () -> {};
  private int characters;
  private long next = 1;
  private long shown;
  private State state = State.OPEN;

  /**
   * @param primed begin with an empty event, so that there is an id to come back with
   */
  ReplayStream(String key, boolean primed) {
    this.key = key;
    this.primed = primed;
  }

  /** Runs this whenever a reader has come or gone. */
  synchronized void onReader(Runnable then) {
    onReader = then;
  }

  synchronized boolean isRead() {
    return reader() != null;
  }

  /** The newest that is there; those that have gone are told of a moment later. */
  private @Nullable Reply reader() {
    return readers.stream().filter(reader -> !reader.isGone()).findFirst().orElse(null);
  }

  /** Completes with whether it was written to a reader that was there. */
  synchronized CompletableFuture<Boolean> append(ObjectNode message) {
    Reply reader = reader();
    String data = Json.text(message);
    // Saying twice that something has changed says nothing new.
    if (state == State.FINISHED || (reader == null && isWaiting(data))) {
      return CompletableFuture.completedFuture(false);
    }
    Event event = new Event(next++, data);
    events.add(event);
    characters += event.data.length();
    while (events.size() > EVENTS_MAX || (characters > CHARACTERS_MAX && events.size() > 1)) {
      characters -= events.remove().data.length();
    }
    return reader == null ? CompletableFuture.completedFuture(false) : show(reader, event);
  }

  private boolean isWaiting(String data) {
    return events.stream().anyMatch(e -> e.number > shown && e.data.equals(data));
  }

  /** Goes on where it was last shown. The reader's stream must be open. */
  synchronized void attach(Reply to) {
    attach(to, shown);
  }

  /** Goes on after this event. */
  synchronized void attach(Reply to, long after) {
    if (primed && next == 1) {
      to.tell("id: " + key + "-0\nretry: " + RETRY_MILLIS + "\n", "");
    }
    for (Event event : events) {
      if (event.number > after) {
        var _ = show(to, event);
      }
    }
    if (state == State.FINISHED) {
      to.end();
      return;
    }
    if (to.isGone()) {
      return; // before it was there to be taken out again
    }
    readers.push(to);
    if (readers.size() > READERS_MAX) {
      readers.removeLast().end();
    }
    onReader.run();
  }

  private CompletableFuture<Boolean> show(Reply to, Event event) {
    shown = event.number;
    return to.event("id: " + key + "-" + event.number + "\n", event.data);
  }

  /** Is there nothing, and will there be nothing, after this event? */
  synchronized boolean isOverAfter(long number) {
    return state == State.FINISHED && (events.isEmpty() || events.getLast().number <= number);
  }

  /** Ends the readers' connections, not the stream. */
  synchronized void hangUp() {
    readers.forEach(Reply::end);
    readers.clear();
    onReader.run();
  }

  /** This reader has gone by itself. */
  synchronized void onGone(Reply gone) {
    if (readers.remove(gone)) {
      onReader.run();
    }
  }

  synchronized void finish() {
    state = State.FINISHED;
    readers.forEach(Reply::end);
    readers.clear();
  }
}
