package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Hearing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
  private Runnable onHearing = () -> {};

  PostOutlet(Reply reply, LegacySession session, ReplayStreams streams, Duration keepAlive) {
    this.reply = reply;
    this.session = session;
    this.streams = streams;
    this.keepAlive = keepAlive;
  }

  private ReplayStream stream() {
    // Clients of older revisions would take the empty event for a message.
    return stream(Generation.NEWEST_LEGACY_VERSION.equals(session.version()));
  }

  private ReplayStream stream(boolean primed) {
    ReplayStream open = stream;
    if (open == null) {
      open = streams.open(primed);
      stream = open;
      ReplayStream opened = open;
      opened.onReader(onHearing);
      reply.onGone(() -> opened.onGone(reply));
      reply.openEvents(keepAlive);
      open.attach(reply);
    }
    return open;
  }

  @Override
  public void send(ObjectNode message) {
    var _ = stream().append(message);
  }

  @Override
  public CompletableFuture<Boolean> answer(ObjectNode message, int status) {
    if (stream == null) {
      return reply.json(status, message);
    }
    CompletableFuture<Boolean> written = stream.append(message);
    stream.finish();
    return written;
  }

  /** Only on a stream is there an id to come back with. */
  @Override
  public Hearing hearing() {
    if (stream != null) {
      return stream.isRead() ? Hearing.THERE : Hearing.AWAY;
    }
    return reply.isGone() ? Hearing.GONE : Hearing.THERE;
  }

  @Override
  public void onHearing(Runnable change) {
    onHearing = change;
    if (stream != null) {
      stream.onReader(change);
    } else {
      reply.onGone(change);
    }
  }

  @Override
  public void abandon() {
    // With an id to come back with, clients would come back for what there will never be.
    stream(false).finish();
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
      public CompletableFuture<Boolean> answer(ObjectNode message, int status) {
        return stream().append(message);
      }

      @Override
      public void abandon() {}

      @Override
      public Hearing hearing() {
        return PostOutlet.this.hearing();
      }

      @Override
      public void onHearing(Runnable change) {
        PostOutlet.this.onHearing(change);
      }
    };
  }
}
