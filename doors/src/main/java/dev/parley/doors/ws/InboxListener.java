package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Presence;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
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

  private @Nullable List<Outgoing> early = new ArrayList<>();
  private volatile boolean open;
  private boolean closed;
  private boolean deniedEarly;
  private @Nullable Listening listening;

  InboxListener(Connection connection, Presence presence, BoxId inbox, boolean manual) {
    this.connection = connection;
    this.presence = presence;
    this.manual = manual;
    boolean session = inbox.kind() == BoxId.Kind.SESSION;
    int slash = inbox.name().indexOf('/');
    this.agent = new AgentId(session ? inbox.name().substring(0, slash) : inbox.name());
    this.request = session ? "msg.session.listen" : "msg.listen";
    JsonBuffer out = new JsonBuffer(96).ascii("\"agentId\":").string(agent.value());
    if (session) {
      out.ascii(",\"sessionId\":").string(inbox.name().substring(slash + 1));
    }
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
    return connection.hasRoom() && (open || hasRoomEarly());
  }

  private synchronized boolean hasRoomEarly() {
    deniedEarly = early != null && early.size() >= EARLY_MAX;
    return !deniedEarly;
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
    if (open || !isHeld(item)) {
      connection.send(item);
    }
  }

  private synchronized boolean isHeld(Outgoing item) {
    if (early == null) {
      return false;
    }
    early.add(item);
    return true;
  }

  // ---- the connection's calls

  /** The hub listens for us: let the answer out, and then what was pushed before it. Any thread. */
  synchronized void open(Listening started, Runnable answer) {
    answer.run();
    if (closed) {
      started.close();
      return;
    }
    listening = started;
    presence.listening(agent, 1);
    if (early != null) {
      early.forEach(connection::send);
      early = null;
    }
    open = true;
    if (deniedEarly) {
      started.resume();
    }
  }

  /** The hub's end of it, or null before it has begun. */
  synchronized @Nullable Listening listening() {
    return listening;
  }

  synchronized void resume() {
    if (listening != null) {
      listening.resume();
    }
  }

  /**
   * What is pushed from now on still goes out: with {@code ack: auto} it counts as delivered
   * already.
   */
  synchronized void close() {
    if (!closed) {
      closed = true;
      if (listening != null) {
        listening.close();
        listening = null;
        presence.listening(agent, -1);
      }
    }
  }
}
