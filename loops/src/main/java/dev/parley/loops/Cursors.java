package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.Timekeeper;
import dev.parley.loops.book.Book;
import dev.parley.loops.book.Place;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How far each participant has come in each conversation. Cursors only move forward, are never
 * beyond the head, and go with the agent. The same at every hub that shares the store. Any thread;
 * never blocks.
 */
public final class Cursors {
  private static final Duration FLUSH_AFTER = Duration.ofMillis(500);

  /**
   * How far one has come; 0 is before the first message.
   *
   * @param acked the highest number that was acknowledged, or 0
   * @param hasAcked whether it has ever acknowledged anything here
   * @param delivered the highest number that was written to a connection, or 0
   * @param isKnown whether anything was ever noted of it here
   */
  public record Position(long acked, boolean hasAcked, long delivered, boolean isKnown) {
    static final Position UNKNOWN = new Position(0, false, 0, false);
  }

  private record Key(AgentId agent, UUID conversation) {}

  private final Broker broker;
  private final Book book;
  private final Timekeeper time;

  /** What was delivered and is not written down yet; at most one entry for each participation. */
  private final Map<Key, Long> ahead = new ConcurrentHashMap<>();

  private final AtomicBoolean flushing = new AtomicBoolean();

  Cursors(Broker broker, Book book) {
    this.broker = broker;
    this.book = book;
    this.time = broker.time();
  }

  public Position of(AgentId who, UUID conversation) {
    Place place = book.places().live(Place.key(who, conversation));
    Long delivered = ahead.get(new Key(who, conversation));
    if (place == null && delivered == null) {
      return Position.UNKNOWN;
    }
    long acked = place == null ? -1 : place.acked();
    long written = place == null ? 0 : place.delivered();
    return new Position(
        Math.max(acked, 0),
        acked >= 0,
        delivered == null ? written : Math.max(delivered, written),
        true);
  }

  /**
   * Everything up to this number has been acknowledged.
   *
   * @return completes when that is durable, with the cursor as it is then
   */
  public CompletableFuture<Long> ack(AgentId who, UUID conversation, long seq) {
    return broker
        .stats(BoxId.thread(conversation.toString()))
        .thenCompose(
            stats ->
                broker
                    .transactions()
                    .run(
                        tx -> {
                          long acked = Math.clamp(seq, 0, stats.next());
                          return move(tx, new Key(who, conversation), acked, 0);
                        }));
  }

  /**
   * Everything up to this number was written to a connection. Seen by {@link #of} at once; written
   * down a little later, together with others.
   */
  public void delivered(AgentId who, UUID conversation, long seq) {
    ahead.merge(new Key(who, conversation), seq, Math::max);
    if (flushing.compareAndSet(false, true)) {
      var _ =
          time.after(
              FLUSH_AFTER,
              () -> {
                flushing.set(false);
                var _ = flush();
              });
    }
  }

  /** Writes down what has not been; completes when it is durable. */
  public CompletableFuture<Void> flush() {
    Map<Key, Long> now = Map.copyOf(ahead);
    if (now.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return broker
        .transactions()
        .run(
            tx -> {
              now.forEach((key, seq) -> move(tx, key, -1, seq));
              return true;
            })
        .thenAccept(_ -> now.forEach(ahead::remove)); // those that have not moved on since
  }

  /** Moves what is higher than it was, and returns what is acknowledged then. */
  private long move(Tx tx, Key key, long acked, long delivered) {
    Agent agent = broker.participants().agent(key.agent).orElse(null);
    if (agent == null) {
      return 0; // gone, and its cursors with it
    }
    Place was = current(key);
    Place now =
        new Place(
            key.agent,
            agent.incarnation(),
            key.conversation,
            Math.max(acked, was == null ? -1 : was.acked()),
            Math.max(delivered, was == null ? 0 : was.delivered()));
    if (!now.equals(was)) {
      book.put(tx, now);
    }
    return Math.max(now.acked(), 0);
  }

  private @Nullable Place current(Key key) {
    return book.places().current(Place.key(key.agent, key.conversation));
  }
}
