package dev.parley.doors.mcp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to a legacy POST: a document, unless something has to be said before it. Then it
 * becomes a stream, to which the client may come back. The handler's thread only.
 */
final class PostOutlet implements Outlet {
  private final Reply reply;
  private final LegacySession session;
  private final ReplayStreams streams;
  private final Duration keepAlive;
  private @Nullable ReplayStream stream;

  PostOutlet(Reply reply, LegacySession session, ReplayStreams streams, Duration keepAlive) {
    this.reply = reply;
    this.session = session;
    this.streams = streams;
    this.keepAlive = keepAlive;
  }

  private ReplayStream stream() {
    ReplayStream open = stream;
    if (open == null) {
      // Clients of older revisions would take the empty event for a message.
      open = streams.open(Generation.NEWEST_LEGACY_VERSION.equals(session.version()));
      stream = open;
      ReplayStream opened = open;
      reply.onGone(() -> opened.onGone(reply));
      reply.openEvents(keepAlive);
      open.attach(reply);
    }
    return open;
  }

  @Override
  public void send(ObjectNode message) {
    stream().append(message);
  }

  @Override
  public void answer(ObjectNode message, int status) {
    if (stream == null) {
      reply.json(status, message);
    } else {
      stream.append(message);
      stream.finish();
    }
  }

  @Override
  public void abandon() {
    stream().finish();
  }

  @Override
  public void hangUp() {
    if (Generation.NEWEST_LEGACY_VERSION.equals(session.version())) {
      stream().hangUp();
    }
  }

  /** For several messages: their answers come one by one, and {@link #abandon} ends it. */
  Outlet forBatch() {
    return new Outlet() {
      @Override
      public void send(ObjectNode message) {
        PostOutlet.this.send(message);
      }

      @Override
      public void answer(ObjectNode message, int status) {
        PostOutlet.this.send(message);
      }

      @Override
      public void abandon() {}
    };
  }
}
