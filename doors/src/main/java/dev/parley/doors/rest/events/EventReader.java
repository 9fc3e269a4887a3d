package dev.parley.doors.rest.events;

import dev.parley.identity.Principal;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * One connection that reads events. What waits to be written is bounded: a reader that is too slow
 * is cut off and comes back with the id of the last event it has seen.
 */
final class EventReader {
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Principal who;
  private final HttpServerResponse response;
  private final Context context;
  private final long waitingMax;
  private final BooleanSupplier allowed;
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  /** A permit says that room was made, or that it is over, since somebody last looked. */
  private final Semaphore changed = new Semaphore(0);

  // The feed's thread only.
  private final Set<Long> toldAlready = new HashSet<>();
  private Buffer batch = Buffer.buffer();

  EventReader(
      Principal who,
      HttpServerResponse response,
      Context context,
      long waitingMax,
      BooleanSupplier allowed) {
    this.who = who;
    this.response = response;
    this.context = context;
    this.waitingMax = waitingMax;
    this.allowed = allowed;
  }

  Principal who() {
    return who;
  }

  /** Does its token or login still hold? */
  boolean isAllowed() {
    return allowed.getAsBoolean();
  }

  boolean isOver() {
    return over.get();
  }

  /** Messages told while catching up must not be told again. */
  void alreadyTold(Set<Long> numbers) {
    toldAlready.addAll(numbers);
  }

  void add(Event event) {
    if (!event.concerns(who) || (!toldAlready.isEmpty() && toldAlready.remove(event.number()))) {
      return;
    }
    batch.appendBytes(event.frame());
  }

  /** Tells where it is without an event. */
  void startsAt(EventId id) {
    batch.appendString("id: " + id.text() + "\n\n");
  }

  void comment() {
    batch.appendBytes(COMMENT);
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
    if (over.get()) {
      return;
    }
    // What waits already counts, not how much comes at once: a large message must get through.
    if (waiting.getAndAdd(bytes.length()) > waitingMax) {
      end();
      return;
    }
    context.runOnContext(
        _ -> {
          if (response.closed()) {
            onGone();
            return;
          }
          var _ = response.write(bytes).onComplete(_ -> onWritten(bytes.length()));
        });
  }

  private void onWritten(int bytes) {
    waiting.addAndGet(-bytes);
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
    return waiting.get() < waitingMax / 4;
  }

  /**
   * Waits until more may be sent or it is over.
   *
   * @return false when neither was the case for so long
   */
  boolean awaitRoom(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!hasRoom() && !over.get()) {
      if (!changed.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Cuts it off. Any thread. */
  void end() {
    if (!over.getAndSet(true)) {
      wake();
      context.runOnContext(
          _ -> {
            if (!response.closed()) {
              var _ = response.reset();
            }
          });
    }
  }

  void onGone() {
    over.set(true);
    wake();
  }
}
