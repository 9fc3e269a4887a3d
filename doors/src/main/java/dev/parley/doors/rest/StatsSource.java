package dev.parley.doors.rest;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.HubStats;
import dev.parley.core.message.JsonBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The numbers of the hub as {@code /api/stats} and the {@code stats} event show them. Any thread.
 */
final class StatsSource {
  /** Counting what waits looks at every box: it may take a fiftieth of the time at most. */
  private static final int REST_FACTOR = 50;

  private static final long REST_MIN_NANOS = 1_000_000_000L;

  private final Broker broker;
  private final HubFacts facts;
  private final LongSupplier nanos;
  private long pending;
  private long pendingAgainAt;
  private CompletableFuture<Long> counting = CompletableFuture.completedFuture(0L);
  private boolean counted;
  private long sampledAt;
  private long sampledAccepted;
  private long perSecond;

  StatsSource(Broker broker, HubFacts facts, LongSupplier nanos) {
    this.broker = broker;
    this.facts = facts;
    this.nanos = nanos;
    this.sampledAt = nanos.getAsLong();
  }

  /** Asks the store, so on a thread of its own. */
  CompletableFuture<byte[]> now() {
    CompletableFuture<byte[]> stats = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-stats")
        .start(() -> stats.completeAsync(this::json, Runnable::run));
    return stats;
  }

  /** Blocks. */
  byte[] json() {
    long waiting = pending().join();
    HubStats stats = broker.stats();
    JsonBuffer out = new JsonBuffer(512);
    out.ascii("{\"version\":").string(facts.version());
    out.ascii(",\"startedAt\":").number(facts.startedAt());
    for (String name : new String[] {"agents", "sessions", "subscriptions", "listeners"}) {
      member(out, name, stats.get(name));
    }
    member(out, "connections", facts.connections());
    member(out, "accepted", stats.get("accepted"));
    member(out, "copies", stats.get("copies"));
    member(out, "delivered", stats.get("received") + stats.get("pushes"));
    member(out, "pending", waiting);
    member(out, "deadLetters", stats.get("deadLetters"));
    member(out, "storeBytes", stats.get("storeBytes"));
    member(out, "perSecond", rate(stats.get("accepted")));
    return out.ascii("}").toBytes();
  }

  private static void member(JsonBuffer out, String name, long value) {
    out.ascii(",\"").ascii(name).ascii("\":").number(value);
  }

  private synchronized CompletableFuture<Long> pending() {
    long now = nanos.getAsLong();
    if (counted && now - pendingAgainAt < 0) {
      return counting.isDone() ? CompletableFuture.completedFuture(pending) : counting;
    }
    counted = true;
    pendingAgainAt = now + REST_MIN_NANOS;
    counting =
        broker
            .lookups()
            .pendingEverywhere()
            .thenApply(
                count -> {
                  counted(count, nanos.getAsLong() - now);
                  return count;
                });
    return counting;
  }

  private synchronized void counted(long count, long took) {
    pending = count;
    pendingAgainAt = Math.max(pendingAgainAt, nanos.getAsLong() + took * REST_FACTOR);
  }

  /** Messages a second between the last two looks that were a second apart. */
  private synchronized long rate(long accepted) {
    long now = nanos.getAsLong();
    long passed = now - sampledAt;
    if (passed >= 950_000_000L) {
      perSecond = Math.round((accepted - sampledAccepted) * 1e9 / passed);
      sampledAt = now;
      sampledAccepted = accepted;
    }
    return perSecond;
  }
}
