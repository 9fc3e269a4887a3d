package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.DoorConfig;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one event loop share: arrays to read into and to write into, a clock that
 * is good enough for timeouts, and the one timer that looks after all of them. Used on that event
 * loop only.
 */
final class Loop {
  /** Larger messages get an array of their own instead of making the shared one large for good. */
  private static final int SHARED_BYTES_MAX = 64 << 10;

  private static final int SWEEPS_A_TIMEOUT = 4;
  private static final long SWEEP_MILLIS_MIN = 10;
  private static final long SWEEP_MILLIS_MAX = 1_000;

  private final EventLoop executor;
  private final List<Connection> connections = new ArrayList<>();
  private final long sweepMillis;
  private byte[] scratch = new byte[SHARED_BYTES_MAX];
  private JsonBuffer json = new JsonBuffer(SHARED_BYTES_MAX);
  private long now = System.nanoTime();
  private @Nullable ScheduledFuture<?> sweeping;
  private @Nullable CompletableFuture<Void> emptied;

  Loop(EventLoop executor, DoorConfig config) {
    this.executor = executor;
    this.sweepMillis = sweepMillis(config.patience());
  }

  private static long sweepMillis(DoorConfig.Patience patience) {
    Duration shortest = patience.authentication();
    shortest = patience.idle().compareTo(shortest) < 0 ? patience.idle() : shortest;
    shortest = patience.stalled().compareTo(shortest) < 0 ? patience.stalled() : shortest;
    return Math.clamp(shortest.toMillis() / SWEEPS_A_TIMEOUT, SWEEP_MILLIS_MIN, SWEEP_MILLIS_MAX);
  }

  EventLoop executor() {
    return executor;
  }

  /** Monotonic nanoseconds, as of the last sweep: off by up to a second, and free. */
  long now() {
    return now;
  }

  /** An array of at least that length whose content may be overwritten by the next message. */
  byte[] scratch(int length) {
    return length <= SHARED_BYTES_MAX ? scratch : new byte[length];
  }

  /**
   * A cleared buffer to write one frame into; it is written out before the next one is asked for.
   */
  JsonBuffer json() {
    if (json.array().length > SHARED_BYTES_MAX * 4) {
      json = new JsonBuffer(SHARED_BYTES_MAX);
    }
    json.clear();
    return json;
  }

  void add(Connection connection) {
    connection.place = connections.size();
    connections.add(connection);
    if (sweeping == null) {
      now = System.nanoTime();
      sweeping =
          executor.scheduleAtFixedRate(
              this::sweep, sweepMillis, sweepMillis, TimeUnit.MILLISECONDS);
    }
  }

  void remove(Connection connection) {
    Connection last = connections.removeLast();
    if (last != connection) {
      connections.set(connection.place, last);
      last.place = connection.place;
    }
    if (connections.isEmpty()) {
      if (sweeping != null) {
        sweeping.cancel(false);
        sweeping = null;
      }
      if (emptied != null) {
        emptied.complete(null);
      }
    }
  }

  int size() {
    return connections.size();
  }

  /** A copy, because what is done with them may end them. */
  List<Connection> connections() {
    return List.copyOf(connections);
  }

  private void sweep() {
    now = System.nanoTime();
    for (int i = connections.size() - 1; i >= 0; i--) {
      // One that ends here changes places with the last, which has been looked at already.
      connections.get(i).onSweep(now);
    }
  }

  /** Tells every connection to leave; completes when all have gone. */
  CompletableFuture<Void> stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    executor.execute(
        () -> {
          emptied = done;
          connections().forEach(Connection::leave);
          if (connections.isEmpty()) {
            done.complete(null);
          }
        });
    return done;
  }
}
