package dev.parley.doors.rest.events;

import dev.parley.doors.http.Standing;
import dev.parley.doors.http.sse.EventOutput;
import dev.parley.identity.Principal;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * One connection that reads events. A reader that is too slow is cut off and comes back with the id
 * of the last event it has seen.
 */
final class EventReader {
  private final Principal who;
  private final EventOutput output;
  private final Standing standing;
  private final long since;

  // The feed's thread only.
  private long toldUpTo = -1;
  private Buffer batch = Buffer.buffer();

  /**
   * @param since the number of the first message of the past that it may be told of
   */
  EventReader(Principal who, EventOutput output, Standing standing, long since) {
    this.who = who;
    this.output = output;
    this.standing = standing;
    this.since = since;
  }

  Principal who() {
    return who;
  }

  /** Cuts it off when its token or login no longer holds. Any thread. */
  void endUnlessAllowed() {
    if (!standing.holds()) {
      end();
    }
  }

  boolean isOver() {
    return output.isOver();
  }

  /** Messages told while catching up must not be told again. */
  void alreadyToldUpTo(long number) {
    toldUpTo = number;
  }

  /** What happened before it came, unless that concerned another one of the same name. */
  void addPast(Event event) {
    EventId id = event.id();
    if (id == null || id.settled() >= since) {
      add(event);
    }
  }

  boolean mayHearOf(long number) {
    return number >= since;
  }

  void add(Event event) {
    if (!event.concerns(who) || (event.number() >= 0 && event.number() <= toldUpTo)) {
      return;
    }
    batch.appendBytes(event.frame());
  }

  /** Before anything else: how soon to come back. */
  void begin() {
    batch.appendString("retry: 2000\n\n");
  }

  /** Tells where it is without an event. */
  void startsAt(String id) {
    batch.appendString("id: " + id + "\n\n");
  }

  /** Sends what was added. */
  void flush() {
    if (batch.length() > 0) {
      Buffer sent = batch;
      batch = Buffer.buffer();
      send(sent);
    }
  }

  /** Any thread; the order is that of the calls. */
  void send(Buffer bytes) {
    output.send(bytes);
  }

  /** As {@link EventOutput#awaitRoom}. */
  boolean awaitRoom(Duration atMost) throws InterruptedException {
    return output.awaitRoom(atMost);
  }

  /** Cuts it off. Any thread. */
  void end() {
    output.cutOff();
  }
}
