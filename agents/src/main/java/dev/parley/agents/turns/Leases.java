package dev.parley.agents.turns;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Until when each hub's claims hold. A hub that makes turns renews its lease; one that has died
 * does not, and others take over what it had begun. Where one hub alone writes to the store, every
 * other has ended before it began. Any thread.
 */
final class Leases {
  static final String TABLE = "turn-hubs";
  static final Duration LASTING = Duration.ofSeconds(30);
  static final Duration RENEWED = Duration.ofSeconds(10);

  private final String self;
  private final boolean shared;
  private final Timekeeper time;
  private final Map<String, Long> until = new ConcurrentHashMap<>();

  /**
   * @param changed told of each hub whose lease another hub has changed
   */
  Leases(String self, boolean shared, Records records, Timekeeper time, Consumer<String> changed) {
    this.self = self;
    this.shared = shared;
    this.time = time;
    records.forEach(TABLE, (hub, value) -> until.put(hub, ByteBuffer.wrap(value).getLong()));
    records.follow(
        TABLE,
        (hub, value) -> {
          if (value == null) {
            until.remove(hub);
          } else {
            until.put(hub, ByteBuffer.wrap(value).getLong());
          }
          changed.accept(hub);
        });
  }

  /**
   * Has the hub that made this claim ended, as far as anybody can tell? One of this hub's own that
   * nobody here works on is over, too.
   */
  boolean isOver(Claim claim) {
    return !shared
        || claim.hub().equals(self)
        || until.getOrDefault(claim.hub(), 0L) < time.endingMillis();
  }

  /** When to look again whether another hub's claim is over. */
  Duration untilOver(Claim claim) {
    long rest = until.getOrDefault(claim.hub(), 0L) - time.millis();
    return Duration.ofMillis(Math.clamp(rest + 1, 1_000, LASTING.toMillis()));
  }

  /** In the commit of a claim, and every now and then while turns are made. */
  void renew(Tx tx) {
    if (shared) {
      long end = time.millis() + LASTING.toMillis();
      tx.put(TABLE, self, ByteBuffer.allocate(Long.BYTES).putLong(end).array());
    }
  }

  boolean isShared() {
    return shared;
  }
}
