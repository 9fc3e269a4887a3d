package dev.parley.agents.governor;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets, once an hour, what was counted of agents that have been calm for long. */
final class RoomSweep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RoomSweep.class);
  private static final Duration EVERY = Duration.ofHours(1);
  private static final int BATCH = 500;

  private final Broker broker;
  private final Duration window;
  private Timekeeper.@Nullable Alarm next;
  private boolean closed;

  RoomSweep(Broker broker, Duration window) {
    this.broker = broker;
    this.window = window;
  }

  synchronized void later() {
    if (!closed) {
      next = broker.time().after(EVERY, () -> Thread.startVirtualThread(this::sweepAndGoOn));
    }
  }

  private void sweepAndGoOn() {
    try {
      sweep();
    } catch (RuntimeException e) {
      LOG.warn("what agents said long ago is still counted: {}", Refused.of(e).getMessage());
    } finally {
      later();
    }
  }

  /** Blocks. */
  void sweep() {
    long now = broker.time().endingMillis(); // 0, at which nothing is old, while nobody knows
    List<String> old = new ArrayList<>();
    broker
        .records()
        .forEach(
            RoomRows.TABLE,
            (key, json) -> {
              if (RoomRows.read(json).since() + window.toMillis() < now) {
                old.add(key);
              }
            });
    for (int i = 0; i < old.size(); i += BATCH) {
      broker
          .records()
          .delete(RoomRows.TABLE, old.subList(i, Math.min(old.size(), i + BATCH)))
          .join();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel();
    }
  }
}
