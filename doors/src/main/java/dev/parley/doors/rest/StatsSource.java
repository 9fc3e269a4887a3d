package dev.parley.doors.rest;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.HubStats;
import dev.parley.core.history.Totals;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.rest.events.HubNumbers;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The numbers of the hub as {@code /api/stats} and the {@code stats} event show them. What was ever
 * accepted is known to the store; what only this hub counts since it started is told apart from
 * that, as {@code sinceStart}. Any thread.
 */
final class StatsSource {
  /** Counting looks at every box: it may take a fiftieth of the time at most. */
  private static final int REST_FACTOR = 50;

  private static final long REST_MIN_NANOS = 1_000_000_000L;

  private final Broker broker;
  private final HubFacts facts;
  private final LongSupplier nanos;
  private Totals totals = Totals.NONE;
  private long countAgainAt;
  private CompletableFuture<Totals> counting = CompletableFuture.completedFuture(Totals.NONE);
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
  CompletableFuture<HubNumbers> now() {
    CompletableFuture<HubNumbers> stats = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-stats")
        .start(() -> stats.completeAsync(this::numbers, Runnable::run));
    return stats;
  }

  /** Blocks. */
  HubNumbers numbers() {
    Counting asked = count();
    Totals all = asked.totals.join();
    return new HubNumbers(json(all, broker.stats()), asked.anew);
  }

  private byte[] json(Totals all, HubStats stats) {
    long acceptedHere = stats.get("accepted");
    JsonBuffer out = new JsonBuffer(512);
    out.ascii("{\"version\":").string(facts.version());
    out.ascii(",\"startedAt\":").number(facts.startedAt());
    for (String name : new String[] {"agents", "sessions", "subscriptions", "listeners"}) {
      member(out, name, stats.get(name));
    }
    member(out, "connections", facts.connections());
    member(out, "accepted", all.accepted());
    member(out, "messages", all.messages());
    member(out, "pending", all.pending());
    member(out, "deadLetters", stats.get("deadLetters"));
    member(out, "storeBytes", stats.get("storeBytes"));
    member(out, "perSecond", rate(acceptedHere));
    out.ascii(",\"sinceStart\":{\"accepted\":").number(acceptedHere);
    member(out, "copies", stats.get("copies"));
    member(out, "delivered", stats.get("received") + stats.get("pushes"));
    return out.ascii("}}").toBytes();
  }

  private static void member(JsonBuffer out, String name, long value) {
    out.ascii(",\"").ascii(name).ascii("\":").number(value);
  }

  /** How many messages are kept, as of the last count. */
  CompletableFuture<Long> messages() {
    return count().totals.thenApply(Totals::messages);
  }

  /**
   * @param anew whether everything that had happened when it was asked for is in it
   */
  private record Counting(CompletableFuture<Totals> totals, boolean anew) {}

  private synchronized Counting count() {
    long now = nanos.getAsLong();
    if (counted && now - countAgainAt < 0) {
      boolean done = counting.isDone() && !counting.isCompletedExceptionally();
      return new Counting(
          done ? CompletableFuture.completedFuture(totals) : counting, /* anew= */ false);
    }
    counted = true;
    countAgainAt = now + REST_MIN_NANOS;
    counting =
        broker
            .lookups()
            .totals()
            .thenApply(
                all -> {
                  counted(all, nanos.getAsLong() - now);
                  return all;
                });
    return new Counting(counting, /* anew= */ true);
  }

  private synchronized void counted(Totals all, long took) {
    totals = all;
    countAgainAt = Math.max(countAgainAt, nanos.getAsLong() + took * REST_FACTOR);
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
