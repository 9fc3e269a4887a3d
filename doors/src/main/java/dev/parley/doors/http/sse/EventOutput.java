package dev.parley.doors.http.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response on which events are sent. What waits to be written is bounded: a client that reads too
 * slowly is cut off, and may come back with the id of the last event it has seen. Comments keep the
 * connection alive while there are no events. Any thread; what is sent is written in the order of
 * the calls.
 */
public final class EventOutput {
  private enum State {
    OPEN,
    /** Whole: the last event was sent, and the response ends after it. */
    ENDED,
    /** The client has gone, or was cut off. */
    GONE
  }

  private static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);
  private static final int NO_TIMER = -1;

  private final HttpServerResponse response;
  private final Context context;
  private final long waitingBytesMax;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  /** A permit says that room was made, or that it is over, since somebody last looked. */
  private final Semaphore changed = new Semaphore(0);

  // Event loop only.
  private long heartbeat = NO_TIMER;
  private @Nullable Runnable whenOver;

  private EventOutput(HttpServerResponse response, Context context, long waitingBytesMax) {
    this.response = response;
    this.context = context;
    this.waitingBytesMax = waitingBytesMax;
  }

  /** The headers that such a response has. */
  public static void head(HttpServerResponse response) {
    response
        .putHeader("Content-Type", "text/event-stream")
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Accel-Buffering", "no")
        .putHeader("X-Content-Type-Options", "nosniff");
  }

  /**
   * Begins the response. Any thread.
   *
   * @param context of the response's connection
   * @param heartbeat how often a comment is sent
   * @param waitingBytesMax a client for which more than this waits already is cut off
   * @param whenOver called once, on the event loop, when nothing can be sent any more
   */
  public static EventOutput open(
      HttpServerResponse response,
      Context context,
      Duration heartbeat,
      long waitingBytesMax,
      Runnable whenOver) {
    EventOutput output = openWhenSent(response, context, heartbeat, waitingBytesMax, whenOver);
    output.onLoop(output::writeHead);
    return output;
  }

  /** The same, and the head goes out with the first bytes: for a stream that has to be joined. */
  public static EventOutput openWhenSent(
      HttpServerResponse response,
      Context context,
      Duration heartbeat,
      long waitingBytesMax,
      Runnable whenOver) {
    EventOutput output = new EventOutput(response, context, waitingBytesMax);
    output.onLoop(() -> output.begin(heartbeat, whenOver));
    return output;
  }

  /** The id that a client comes back with, or null. */
  public static @Nullable String lastEventId(HttpServerRequest request) {
    String header = request.getHeader("Last-Event-ID");
    // EventSource cannot set a header on its first request.
    String last = header != null ? header : request.getParam("lastEventId");
    return last == null || last.isEmpty() ? null : last;
  }

  private void writeHead() {
    if (!response.closed() && !response.headWritten()) {
      response.writeHead().onFailure(_ -> {});
    }
  }

  private void begin(Duration interval, Runnable then) {
    whenOver = then;
    if (response.closed()) {
      over(State.GONE);
      return;
    }
    response.closeHandler(_ -> over(State.GONE));
    response.exceptionHandler(_ -> over(State.GONE));
    head(response);
    response.setStatusCode(200).setChunked(true);
    heartbeat = context.owner().setPeriodic(interval.toMillis(), _ -> send(Buffer.buffer(COMMENT)));
  }

  /**
   * Completes with whether it was written to a client that was there.
   *
   * @param head lines before the data, each with its end, such as {@code "id: 1\n"}
   */
  public CompletableFuture<Boolean> event(String head, String data) {
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    send(Buffer.buffer(head + "data: " + data + "\n\n"), written::complete);
    return written;
  }

  /** Whole events, as they go over the wire. */
  public void send(Buffer bytes) {
    send(bytes, _ -> {});
  }

  private void send(Buffer bytes, Consumer<Boolean> written) {
    if (state.get() != State.OPEN) {
      written.accept(false);
      return;
    }
    // What waits already counts, not how much comes at once: a large event must get through.
    if (waitingBytes.getAndAdd(bytes.length()) > waitingBytesMax) {
      cutOff();
      written.accept(false);
      return;
    }
    onLoop(
        () -> {
          if (response.ended() || response.closed()) {
            over(State.GONE);
            written.accept(false);
          } else {
            response
                .write(bytes)
                .onComplete(
                    outcome -> {
                      onWritten(bytes.length());
                      written.accept(outcome.succeeded());
                    });
          }
        });
  }

  private void onWritten(int bytes) {
    waitingBytes.addAndGet(-bytes);
    if (hasRoom()) {
      wake();
    }
  }

  private void wake() {
    if (changed.availablePermits() == 0) {
      changed.release();
    }
  }

  /** Has so much been written that more may be sent? */
  private boolean hasRoom() {
    return waitingBytes.get() < waitingBytesMax / 4;
  }

  /**
   * Waits until more may be sent or it is over. By one thread at a time.
   *
   * @return false when neither was the case for so long
   */
  public boolean awaitRoom(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!hasRoom() && !isOver()) {
      if (!changed.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  public boolean isOver() {
    return state.get() != State.OPEN;
  }

  /** Ends the response after what was sent. */
  public void end() {
    if (state.compareAndSet(State.OPEN, State.ENDED)) {
      wake();
      onLoop(
          () -> {
            if (!response.ended() && !response.closed()) {
              response.end().onFailure(_ -> {});
            }
            over(State.ENDED);
          });
    }
  }

  /** Breaks the response off, so that the client notices that something is missing. */
  public void cutOff() {
    if (state.compareAndSet(State.OPEN, State.GONE)) {
      wake();
      onLoop(
          () -> {
            if (!response.closed()) {
              response.reset().onFailure(_ -> {});
            }
            over(State.GONE);
          });
    }
  }

  /** On the event loop; more than once. */
  private void over(State how) {
    state.compareAndSet(State.OPEN, how);
    wake();
    if (heartbeat != NO_TIMER) {
      context.owner().cancelTimer(heartbeat);
      heartbeat = NO_TIMER;
    }
    Runnable then = whenOver;
    whenOver = null;
    if (then != null) {
      then.run();
    }
  }

  private void onLoop(Runnable task) {
    context.runOnContext(_ -> task.run());
  }
}
