package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Hearing;
import dev.parley.doors.rpc.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to a modern POST: a document, or a stream if something comes before it. A stream that
 * breaks is lost with its request. The handler's thread only.
 */
final class ModernOutlet implements Outlet {
  private enum Form {
    /** Nothing was said yet: the answer can still be a document. */
    UNDECIDED,
    STREAM
  }

  private final Reply reply;
  private final Duration keepAlive;
  private Form form = Form.UNDECIDED;

  ModernOutlet(Reply reply, Duration keepAlive) {
    this.reply = reply;
    this.keepAlive = keepAlive;
  }

  @Override
  public void send(ObjectNode message) {
    if (form == Form.UNDECIDED) {
      form = Form.STREAM;
      reply.openEvents(keepAlive);
    }
    reply.tell("", Json.text(message));
  }

  @Override
  public CompletableFuture<Boolean> answer(ObjectNode message, int status) {
    if (form != Form.STREAM) {
      return reply.json(status, message);
    }
    CompletableFuture<Boolean> written = reply.event("", Json.text(message));
    reply.end();
    return written;
  }

  @Override
  public Hearing hearing() {
    return reply.isGone() ? Hearing.GONE : Hearing.THERE;
  }

  /** Who goes away has cancelled: the call is interrupted. */
  @Override
  public void onHearing(Runnable change) {}

  /** Only when the client has gone, or all is ending. */
  @Override
  public void abandon() {
    if (form == Form.STREAM) {
      reply.end();
    } else {
      reply.refuse(503, "the hub is stopping");
    }
  }
}
