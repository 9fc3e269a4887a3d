package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The one connection that a bot has, over all hubs that share the store (docs/adr/0067). Who comes
 * writes down that it has the seat now; the hub where the bot was before hears of it, ends that
 * connection, and writes down that it is done when everything that was written there is durable.
 * Until then, or for two seconds, whoever has come waits with what was missed. A hub that shares
 * its store with nobody writes nothing down. Any thread, except where noted.
 */
public final class Seats implements Ledger {
  private static final String TABLE = "gateway-seats";

  /** A hub that says nothing for this long is gone, and its connections with it. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Broker broker;
  private final Map<UUID, Seat> here = new ConcurrentHashMap<>();
  private final Map<AgentId, UUID> newest = new ConcurrentHashMap<>();

  private Seats(Broker broker) {
    this.broker = broker;
  }

  /** Before the broker starts. */
  public static Seats open(Broker broker) {
    Seats seats = new Seats(broker);
    broker.register(seats);
    return seats;
  }

  /**
   * What is written down of a bot.
   *
   * @param seat of the newest connection
   * @param before of the one before at another hub, which may still be writing; null for none
   */
  private record Taken(UUID seat, @Nullable UUID before) {
    static @Nullable Taken read(byte @Nullable [] value) {
      if (value == null) {
        return null;
      }
      String[] words = new String(value, US_ASCII).split(" ");
      return new Taken(
          UUID.fromString(words[0]), words.length == 1 ? null : UUID.fromString(words[1]));
    }

    byte[] written() {
      return (before == null ? seat.toString() : seat + " " + before).getBytes(US_ASCII);
    }
  }

  /** One connection's. */
  final class Seat {
    private final UUID id = UUID.randomUUID();
    private final AgentId bot;
    private final Runnable onTaken;
    private final CompletableFuture<Void> alone = new CompletableFuture<>();

    /** Is it written down? What is heard before that is of before. Committer thread. */
    private boolean seated;

    private Seat(AgentId bot, Runnable onTaken) {
      this.bot = bot;
      this.onTaken = onTaken;
    }

    /** Completes when no other hub writes to this bot any more. */
    CompletableFuture<Void> alone() {
      return alone;
    }

    /**
     * Nothing is written any more.
     *
     * @param durable completes when everything that was written is noted
     */
    void leave(CompletableFuture<?> durable) {
      if (!broker.isShared()) {
        return;
      }
      var _ =
          CompletableFuture.allOf(durable.handle((_, _) -> null), alone)
              .thenCompose(_ -> broker.transactions().run(this::left))
              .whenComplete(
                  (_, _) -> {
                    here.remove(id);
                    newest.remove(bot, id);
                  });
    }

    private boolean left(Tx tx) {
      Taken now = Taken.read(tx.get(TABLE, bot.value()));
      if (now != null && now.seat.equals(id)) {
        tx.delete(TABLE, bot.value());
      } else if (now != null && id.equals(now.before)) {
        tx.put(TABLE, bot.value(), new Taken(now.seat, null).written());
      }
      return true;
    }
  }

  /**
   * A connection of a bot has come.
   *
   * @param onTaken called when a newer one has come to another hub; on the committer thread
   */
  Seat take(AgentId bot, Runnable onTaken) {
    Seat seat = new Seat(bot, onTaken);
    if (!broker.isShared()) {
      seat.alone.complete(null);
      return seat;
    }
    here.put(seat.id, seat);
    newest.put(bot, seat.id);
    var _ =
        broker
            .transactions()
            .run(tx -> taken(tx, seat))
            .whenComplete(
                (isFree, failure) -> {
                  seat.seated = failure == null;
                  if (failure != null || isFree) {
                    seat.alone.complete(null);
                  } else {
                    var _ = broker.time().after(PATIENCE, () -> seat.alone.complete(null));
                  }
                });
    return seat;
  }

  /** True when nobody else has it. */
  private boolean taken(Tx tx, Seat seat) {
    Taken was = Taken.read(tx.get(TABLE, seat.bot.value()));
    // One of this hub's own has been sent away already.
    UUID before = was == null || here.containsKey(was.seat) ? null : was.seat;
    tx.put(TABLE, seat.bot.value(), new Taken(seat.id, before).written());
    return before == null;
  }

  // ---- other hubs, on the committer thread

  @Override
  public Set<String> tables() {
    return Set.of(TABLE);
  }

  @Override
  public void ended(boolean durable) {}

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    Taken now = Taken.read(value);
    UUID mine = newest.get(new AgentId(key));
    Seat seat = mine == null ? null : here.get(mine);
    if (now == null || seat == null || !seat.seated) {
      return;
    }
    if (!now.seat.equals(seat.id)) {
      seat.onTaken.run();
    } else if (now.before == null) {
      seat.alone.complete(null);
    }
  }
}
