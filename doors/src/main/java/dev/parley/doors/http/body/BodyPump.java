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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings a body from its event loop to a thread that may block, a few chunks at a time: no more is
 * read from the socket than that thread takes. A body may be long, so it has no time to be whole
 * by; the time that its thread waits for it is limited instead: to the client's patience and what
 * the bytes that did come take at the slowest pace. Whoever sends a byte a second is cut off like
 * whoever sends none.
 */
public final class BodyPump {
  private static final int AHEAD = 8;
  private static final int BYTES_PER_SECOND_MIN = 4 << 10;
  private static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND_MIN;

  /** A chunk, or the end, or why there is no end. */
  private record Piece(@Nullable Buffer chunk, @Nullable Refused broken) {}

  private final HttpServerRequest request;
  private final Context context;
  private final LongSupplier nanos;

  /** How long the body may still be waited for. The thread that takes it only. */
  private long patienceNanos;

  // Bounded by how much is fetched.
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

  /** On the request's event loop, before anything of the body was read. */
  public BodyPump(HttpServerRequest request, Context context, Duration patience) {
    this(request, context, patience, System::nanoTime);
  }

  BodyPump(HttpServerRequest request, Context context, Duration patience, LongSupplier nanos) {
    this.request = request;
    this.context = context;
    this.patienceNanos = patience.toNanos();
    this.nanos = nanos;
    request.pause();
    request.handler(chunk -> pieces.add(new Piece(chunk, null)));
    request.endHandler(_ -> pieces.add(new Piece(null, null)));
    request.exceptionHandler(failure -> pieces.add(new Piece(null, broken(failure))));
    request.fetch(AHEAD);
  }

  private static Refused broken(Throwable failure) {
    return failure instanceof Refused refused
        ? refused
        : new Refused(ErrorCode.BAD_REQUEST, "the body broke off");
  }

  /** The next chunk, or null at the end. Blocks. */
  public @Nullable Buffer next() {
    try {
      long begun = nanos.getAsLong();
      Piece piece = pieces.poll(patienceNanos, TimeUnit.NANOSECONDS);
      patienceNanos -= nanos.getAsLong() - begun;
      if (piece == null || patienceNanos <= 0) {
        throw new Refused(ErrorCode.TIMEOUT, "the body came too slowly");
      }
      if (piece.broken != null) {
        throw piece.broken;
      }
      if (piece.chunk != null) {
        patienceNanos += piece.chunk.length() * NANOS_PER_BYTE;
        context.runOnContext(_ -> request.fetch(1));
      }
      return piece.chunk;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping");
    }
  }
}
