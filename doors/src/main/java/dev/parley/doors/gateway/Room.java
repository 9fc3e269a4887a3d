package dev.parley.doors.gateway;

import dev.parley.doors.error.GatewayClose;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many deliveries wait for one guest. When there are too many, those who would add wait; the
 * guest is told, and ended if it stays like that. On the event loop, except where another thread is
 * named.
 */
final class Room {
  private final Guest guest;
  private final AtomicInteger waiting = new AtomicInteger();

  /** Somebody was told that there is no room, and is owed {@link Guest#onRoom}. */
  private volatile boolean starved;

  private boolean slow;

  Room(Guest guest) {
    this.guest = guest;
  }

  /** Any thread. */
  void deliver(Delivery delivery) {
    waiting.incrementAndGet();
    guest.connection().send(delivery);
  }

  /** May another be delivered? If not, {@link Guest#onRoom} follows. Any thread. */
  boolean isLeft() {
    if (isBelow(framesMax())) {
      return true;
    }
    starved = true; // before the second look, so that room made in between is not missed
    return isBelow(framesMax());
  }

  private int framesMax() {
    return guest.limits().waitingFramesMax();
  }

  private boolean isBelow(int frames) {
    return waiting.get() < frames && guest.connection().hasRoom();
  }

  /** A delivery is on its way to the socket, or in its place nothing. */
  void onWritten() {
    waiting.decrementAndGet();
    if (starved && isBelow(framesMax() / 2)) {
      guest.onRoom();
    }
  }

  void onMade() {
    starved = false;
    slow = false;
  }

  /** Something had to wait, because too much does already. Any thread. */
  void onFull() {
    guest.connection().eventLoop().execute(this::slowDown);
  }

  private void slowDown() {
    if (slow || guest.hasEnded() || !starved) {
      return;
    }
    slow = true;
    guest.send(Replies.slowDown());
    guest.later(
        guest.limits().slowMax(),
        () -> {
          if (slow && starved) {
            guest.connection().close(GatewayClose.POLICY.code(), "too slow");
          }
        });
  }
}
