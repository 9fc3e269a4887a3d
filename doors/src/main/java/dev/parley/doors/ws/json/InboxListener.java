package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Presence;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Outgoing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection's ear at an inbox. The hub may push before the answer to the request to listen is
 * out; such pushes are held back, so that the answer comes first.
 */
final class InboxListener implements Listener {
  private static final int EARLY_MAX = 256;

  private final Connection connection;
  private final Presence presence;
  private final AgentId agent;
  private final String request;
  private final boolean manual;

  /** The members that name the inbox, for every frame about it. */
  private final byte[] whose;

  private final byte[] pushOpening;

  private sealed interface State {
    /** The hub is asked; what it pushes waits behind the answer. Guarded by the listener. */
    final class Opening implements State {
      private final List<Outgoing> early = new ArrayList<>();

      /** Was a push put off because too many wait? */
      private boolean denied;
    }

    record Open(Listening listening) implements State {}

    /** What is pushed nevertheless goes out: with {@code ack: auto} it counts as delivered. */
    record Closed() implements State {}

    /** Closed before it was open: nobody wants to hear of it. */
    record GivenUp() implements State {}
  }

  private volatile State state = new State.Opening();

  InboxListener(Connection connection, Presence presence, BoxId.Inbox inbox, boolean manual) {
    this.connection = connection;
    this.presence = presence;
    this.manual = manual;
    boolean session = inbox instanceof BoxId.SessionInbox;
    this.agent = inbox.agent();
    this.request = session ? "msg.session.listen" : "msg.listen";
    JsonBuffer out = new JsonBuffer(96);
    Shapes.owner(out, inbox);
    this.whose = out.toBytes();
    JsonBuffer push = new JsonBuffer(128).ascii("{\"type\":\"");
    push.ascii(session ? "msg.session.push" : "msg.push")
        .ascii("\",")
        .raw(whose)
        .ascii(",\"cursor\":");
    this.pushOpening = push.toBytes();
  }

  byte[] whose() {
    return whose;
  }

  byte[] pushOpening() {
    return pushOpening;
  }

  boolean isManual() {
    return manual;
  }

  // ---- the hub's calls, on the committer thread

  @Override
  public boolean hasRoom() {
    return connection.hasRoom() && (!(state instanceof State.Opening) || hasRoomEarly());
  }

  private synchronized boolean hasRoomEarly() {
    if (state instanceof State.Opening opening) {
      opening.denied = opening.early.size() >= EARLY_MAX;
      return !opening.denied;
    }
    return true;
  }

  @Override
  public void push(Copy copy) {
    send(new Push(this, copy));
  }

  @Override
  public void lagging(long cursor) {
    send(
        new Notice(
            out ->
                out.ascii("{\"type\":\"msg.lagging\",")
                    .raw(whose)
                    .ascii(",\"cursor\":")
                    .number(cursor)
                    .ascii("}")));
  }

  @Override
  public void caughtUp() {
    send(new Notice(out -> out.ascii("{\"type\":\"msg.caught_up\",").raw(whose).ascii("}")));
  }

  @Override
  public void ended(Refused why) {
    send(ErrorFrame.unasked(why, request));
    close();
  }

  private void send(Outgoing item) {
    switch (state) {
      case State.Open _, State.Closed _ -> connection.send(item);
      case State.Opening _ -> sendEarly(item);
      case State.GivenUp _ -> {}
    }
  }

  private synchronized void sendEarly(Outgoing item) {
    if (state instanceof State.Opening opening) {
      opening.early.add(item);
    } else {
      send(item);
    }
  }

  // ---- the connection's calls

  /** The hub listens for us: let the answer out, and then what was pushed before it. Any thread. */
  synchronized void open(Listening started, Runnable answer) {
    answer.run();
    if (!(state instanceof State.Opening opening)) {
      started.close();
      return;
    }
    presence.listening(agent, 1);
    opening.early.forEach(connection::send);
    state = new State.Open(started);
    if (opening.denied) {
      started.resume();
    }
  }

  /** The hub's end of it, or null when it has not begun or is over. */
  @Nullable Listening listening() {
    return state instanceof State.Open(Listening listening) ? listening : null;
  }

  void resume() {
    Listening listening = listening();
    if (listening != null) {
      listening.resume();
    }
  }

  synchronized void close() {
    switch (state) {
      case State.Opening _ -> state = new State.GivenUp();
      case State.Open(Listening listening) -> {
        state = new State.Closed();
        listening.close();
        presence.listening(agent, -1);
      }
      case State.Closed _, State.GivenUp _ -> {}
    }
  }
}
