package dev.parley.doors.gateway;

import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was written to one guest and is not yet marked as delivered in its inbox: nobody else needs
 * to take it from there. On the event loop, except where another thread is named.
 */
final class Receipts {
  private static final int MAX = 256;
  private static final int PLACES_MAX = 4_096;
  private static final Duration DELAY = Duration.ofMillis(100);

  private final Guest guest;

  /**
   * Where copies lie that have not been written yet, as far as that was told: a copy is found by
   * its place in no time, and by its id with a look into the store.
   */
  private final Map<MessageId, Long> places = new ConcurrentHashMap<>();

  private List<Written> written = new ArrayList<>();

  /**
   * @param position in the inbox, or null when it is not known
   */
  private record Written(MessageId id, @Nullable Long position) {}

  Receipts(Guest guest) {
    this.guest = guest;
  }

  /** A copy lies there. Any thread. */
  void at(MessageId id, long position) {
    if (places.size() < PLACES_MAX) {
      places.put(id, position);
    }
  }

  void add(MessageId id) {
    written.add(new Written(id, places.remove(id)));
    if (written.size() == 1) {
      guest.later(DELAY, this::flushLater);
    } else if (written.size() >= MAX) {
      flushLater();
    }
  }

  private void flushLater() {
    var _ = flush();
  }

  /** Completes when everything is marked. */
  CompletableFuture<?> flush() {
    if (written.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    List<Written> all = written;
    written = new ArrayList<>();
    return guest.services().broker().transactions().run(tx -> mark(tx, all));
  }

  private boolean mark(Tx tx, List<Written> all) {
    BoxId inbox = BoxId.inbox(guest.self());
    for (Written each : all) {
      boolean _ =
          each.position == null
              ? tx.climb(inbox, each.id, State.DELIVERED)
              : tx.climb(inbox, each.position, each.id, State.DELIVERED);
    }
    return true;
  }
}
