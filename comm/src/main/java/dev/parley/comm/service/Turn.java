package dev.parley.comm.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of several hubs runs the plugin: the one that holds a lease, a record that it renews.
 * Should two do for a moment, because one was held up, nothing is doubled: the other side knows
 * what has the same id, and what is heard is stored once.
 */
final class Turn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);
  private static final String TABLE = "comm-turn";
  private static final String KEY = "runner";
  static final Duration LEASE = Duration.ofSeconds(20);
  static final Duration RENEW_EVERY = Duration.ofSeconds(5);

  private final Broker broker;
  private final Timekeeper time;
  private final Runnable onChange;
  private final String self = UUID.randomUUID().toString();
  private volatile long heldUntil;
  private volatile boolean closed;
  private volatile Timekeeper.@Nullable Alarm next;

  Turn(Broker broker, Timekeeper time, Runnable onChange) {
    this.broker = broker;
    this.time = time;
    this.onChange = onChange;
  }

  void start() {
    if (broker.isShared()) {
      renew();
    }
  }

  /** Is it this hub's? Where there is one hub, always. */
  boolean isHeld() {
    return !broker.isShared() || time.millis() < heldUntil;
  }

  private void renew() {
    if (closed) {
      return;
    }
    boolean before = isHeld();
    long now = time.millis();
    var _ =
        broker
            .transactions()
            .run(tx -> take(tx, now))
            .handle(
                (taken, failure) -> {
                  if (failure != null) {
                    LOG.debug("the turn could not be renewed", failure);
                  } else {
                    heldUntil = taken ? now + LEASE.toMillis() : 0;
                  }
                  if (before != isHeld()) {
                    onChange.run();
                  }
                  next = time.after(RENEW_EVERY, this::renew);
                  return null;
                });
  }

  /** Free is what nobody holds, or held until a time that has come. */
  private boolean take(Tx tx, long now) {
    byte[] record = tx.get(TABLE, KEY);
    if (record != null) {
      String[] held = new String(record, UTF_8).split(" ", -1);
      boolean over = time.endingMillis() > Long.parseLong(held[1]);
      if (!held[0].equals(self) && !over) {
        return false;
      }
    }
    tx.put(TABLE, KEY, (self + " " + (now + LEASE.toMillis())).getBytes(UTF_8));
    return true;
  }

  /** Lets another hub have it at once. */
  @Override
  public void close() {
    closed = true;
    Timekeeper.Alarm alarm = next;
    if (alarm != null) {
      alarm.cancel();
    }
    if (broker.isShared() && isHeld()) {
      CompletableFuture<Boolean> _ =
          broker
              .transactions()
              .run(
                  tx -> {
                    byte[] record = tx.get(TABLE, KEY);
                    if (record != null && new String(record, UTF_8).startsWith(self)) {
                      tx.delete(TABLE, KEY);
                    }
                    return true;
                  });
    }
  }
}
