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
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
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
   * @param isKnown whether it was ever delivered or acknowledged anything here
   * @param read the highest number that it says it has read, or -1 when it has never said so
   */
  public record Position(long acked, boolean hasAcked, long delivered, boolean isKnown, long read) {
    static final Position UNKNOWN = new Position(0, false, 0, false, -1);
  }

  private record Key(AgentId agent, UUID conversation) {}

  /** What is higher than what is written down; -1 for what is not. */
  private record Ahead(long delivered, long read) {
    Ahead max(Ahead other) {
      return new Ahead(Math.max(delivered, other.delivered), Math.max(read, other.read));
    }
  }

  private final Broker broker;
  private final Book book;
  private final Timekeeper time;

  /** What is not written down yet; at most one entry for each participation. */
  private final Map<Key, Ahead> ahead = new ConcurrentHashMap<>();

  private final AtomicBoolean flushing = new AtomicBoolean();
  private final Gathered<Key> acks;

  Cursors(Broker broker, Book book) {
    this.broker = broker;
    this.book = book;
    this.time = broker.time();
    this.acks = new Gathered<>(broker.transactions(), this::acked);
  }

  public Position of(AgentId who, UUID conversation) {
    Place place = book.places().live(Place.key(who, conversation));
    Ahead more = ahead.get(new Key(who, conversation));
    if (place == null && more == null) {
      return Position.UNKNOWN;
    }
    long acked = place == null ? -1 : place.acked();
    long written = place == null ? 0 : place.delivered();
    long read = place == null ? -1 : place.read();
    long delivered = more == null ? written : Math.max(more.delivered, written);
    return new Position(
        Math.max(acked, 0),
        acked >= 0,
        delivered,
        acked >= 0 || delivered > 0,
        more == null ? read : Math.max(more.read, read));
  }

  /**
   * Everything up to this number has been acknowledged.
   *
   * @return completes when that is durable, with the cursor as it is then
   */
  public CompletableFuture<Long> ack(AgentId who, UUID conversation, long seq) {
    return acks.add(new Key(who, conversation), seq);
  }

  private long acked(Tx tx, Key key, long seq) {
    return move(tx, key, end(tx, key, seq), new Ahead(0, -1)).map(Place::acked).orElse(0L);
  }

  /**
   * Everything up to this number has been seen by the one who reads as this agent. It is of no
   * consequence for what is delivered.
   *
   * @return completes when that is durable, with the number as it is then
   */
  public CompletableFuture<Long> read(AgentId who, UUID conversation, long seq) {
    return moved(who, conversation, (tx, key) -> move(tx, key, -1, new Ahead(0, end(tx, key, seq))))
        .thenApply(place -> place.map(Place::read).orElse(0L));
  }

  private CompletableFuture<Optional<Place>> moved(
      AgentId who, UUID conversation, BiFunction<Tx, Key, Optional<Place>> change) {
    Key key = new Key(who, conversation);
    return broker.transactions().run(tx -> change.apply(tx, key));
  }

  /** That number, or the end of the conversation if that is lower. */
  private static long end(Tx tx, Key key, long seq) {
    return Math.clamp(seq, 0, tx.stats(BoxId.thread(key.conversation.toString())).next());
  }

  /**
   * Everything up to this number was written to a connection. Seen by {@link #of} at once; written
   * down a little later, together with others.
   */
  public void delivered(AgentId who, UUID conversation, long seq) {
    note(new Key(who, conversation), new Ahead(seq, -1));
  }

  /**
   * Somebody has said this: whoever had read all before it has read that, too. As {@link
   * #delivered} otherwise.
   */
  void said(AgentId who, UUID conversation, long seq) {
    long read = of(who, conversation).read();
    if (read >= 0 && read == seq - 1) {
      note(new Key(who, conversation), new Ahead(0, seq));
    }
  }

  private void note(Key key, Ahead more) {
    ahead.merge(key, more, Ahead::max);
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
    Map<Key, Ahead> now = Map.copyOf(ahead);
    if (now.isEmpty()) {
      return acks.settled();
    }
    CompletableFuture<Void> written =
        broker
            .transactions()
            .run(
                tx -> {
                  now.forEach((key, more) -> move(tx, key, -1, more));
                  return true;
                })
            .thenAccept(_ -> now.forEach(ahead::remove)); // those that have not moved on since
    return CompletableFuture.allOf(written, acks.settled());
  }

  /** Moves what is higher than it was, and returns how it is then, unless nobody is there. */
  private Optional<Place> move(Tx tx, Key key, long acked, Ahead more) {
    Agent agent = broker.participants().agent(key.agent).orElse(null);
    if (agent == null) {
      return Optional.empty(); // gone, and its cursors with it
    }
    Place was = current(key);
    Place now =
        new Place(
            key.agent,
            agent.incarnation(),
            key.conversation,
            Math.max(acked, was == null ? -1 : was.acked()),
            Math.max(more.delivered, was == null ? 0 : was.delivered()),
            Math.max(more.read, was == null ? -1 : was.read()));
    if (!now.equals(was)) {
      book.put(tx, now);
    }
    return Optional.of(now);
  }

  private @Nullable Place current(Key key) {
    return book.places().current(Place.key(key.agent, key.conversation));
  }
}
