package dev.parley.doors.http.body;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings a body from its event loop to a thread that may block, a few chunks at a time: no more is
 * read from the socket than that thread takes.
 */
public final class BodyPump {
  private static final int AHEAD = 8;

  /** A chunk, or the end, or that there is no end. */
  private record Piece(@Nullable Buffer chunk, boolean broken) {}

  private final HttpServerRequest request;
  private final Context context;
  private final long patienceMillis;

  // Bounded by how much is fetched.
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

  /** On the request's event loop, before anything of the body was read. */
  public BodyPump(HttpServerRequest request, Context context, Duration patience) {
    this.request = request;
    this.context = context;
    this.patienceMillis = patience.toMillis();
    request.pause();
    request.handler(chunk -> pieces.add(new Piece(chunk, false)));
    request.endHandler(_ -> pieces.add(new Piece(null, false)));
    request.exceptionHandler(_ -> pieces.add(new Piece(null, true)));
    request.fetch(AHEAD);
  }

  /** The next chunk, or null at the end. Blocks. */
  public @Nullable Buffer next() {
    try {
      Piece piece = pieces.poll(patienceMillis, TimeUnit.MILLISECONDS);
      if (piece == null) {
        throw new Refused(ErrorCode.TIMEOUT, "the body came too slowly");
      }
      if (piece.broken) {
        throw new Refused(ErrorCode.BAD_REQUEST, "the body broke off");
      }
      if (piece.chunk != null) {
        context.runOnContext(_ -> request.fetch(1));
      }
      return piece.chunk;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping");
    }
  }
}
