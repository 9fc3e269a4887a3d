package dev.parley.core.history;

import dev.parley.core.address.Path;
import dev.parley.core.message.Envelope;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;

/** Everything that was ever accepted and is still kept, across all boxes. Blocking. */
final class Archive {
  /** So many are looked at for one page; what a filter then leaves may be less than asked for. */
  private static final int LOOKED_AT_MAX = 5_000;

  private static final int CHUNK_MAX = 500;

  private final MessageStore store;
  private final Threads threads;

  Archive(MessageStore store, Threads threads) {
    this.store = store;
    this.threads = threads;
  }

  MessagePage page(MessageQuery query) {
    List<StoredMessage> found = new ArrayList<>();
    long below = query.below();
    int lookedAt = 0;
    int bytes = 0;
    while (lookedAt < LOOKED_AT_MAX) {
      // One more than wanted tells whether there is another page.
      int chunk = query.hasFilter() ? CHUNK_MAX : query.limit() + 1;
      List<StoredMessage> messages = store.messagesBelow(below, chunk);
      for (StoredMessage message : messages) {
        if (matches(message, query)) {
          if (found.size() == query.limit() || bytes >= MessageStore.READ_BYTES_MAX) {
            return new MessagePage(found, below);
          }
          found.add(message);
          bytes += message.json().length;
        }
        below = message.number();
      }
      lookedAt += messages.size();
      if (messages.isEmpty()) {
        return new MessagePage(found, -1);
      }
    }
    return new MessagePage(found, below);
  }

  private boolean matches(StoredMessage message, MessageQuery query) {
    if (!query.hasFilter()) {
      return true;
    }
    Envelope envelope = Envelope.parse(message.json());
    if (query.from() != null && !query.from().equals(envelope.from())) {
      return false;
    }
    if (query.path() != null && !query.path().matches(Path.parse(envelope.path()))) {
      return false;
    }
    if (query.to() != null && !threads.reached(message.id(), query.to())) {
      return false;
    }
    return query.seenBy() == null
        || threads.sent(message, query.seenBy())
        || threads.reached(message.id(), query.seenBy());
  }
}
