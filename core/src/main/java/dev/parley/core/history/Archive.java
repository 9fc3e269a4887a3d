package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Envelope;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Everything that was ever accepted and is still kept, across all boxes. A filter may fit few of
 * many: one looks back until the page is full or nothing is left, a stretch at a time, so that
 * others who want to read have their turn in between, and no further than {@link #LOOKED_AT_MAX}.
 */
final class Archive {
  /** So many are looked at for one page; beyond, the page may be short or empty and has a next. */
  static final int LOOKED_AT_MAX = 50_000;

  private static final int STRETCH = 2_500;
  private static final int CHUNK_MAX = 500;

  private final MessageStore store;
  private final Threads threads;
  private final Readers readers;

  Archive(MessageStore store, Threads threads, Readers readers) {
    this.store = store;
    this.threads = threads;
    this.readers = readers;
  }

  CompletableFuture<MessagePage> page(MessageQuery query) {
    return goOn(new Walk(query));
  }

  private CompletableFuture<MessagePage> goOn(Walk walk) {
    return readers
        .read(walk::isOverAfterAnotherStretch)
        .thenCompose(
            over ->
                over
                    ? CompletableFuture.completedFuture(new MessagePage(walk.found, walk.below))
                    : goOn(walk));
  }

  /** What has been found so far. One reader thread at a time. */
  private final class Walk {
    private final MessageQuery query;
    private final List<StoredMessage> found = new ArrayList<>();
    private long below;
    private int lookedAt;
    private int bytes;

    Walk(MessageQuery query) {
      this.query = query;
      this.below = query.below();
    }

    boolean isOverAfterAnotherStretch() {
      int end = lookedAt + STRETCH;
      while (lookedAt < end) {
        // One more than wanted tells whether there is another page.
        int chunk = query.hasFilter() ? CHUNK_MAX : query.limit() + 1;
        List<StoredMessage> messages = store.messagesBelow(below, chunk);
        if (messages.isEmpty()) {
          below = -1;
          return true;
        }
        for (StoredMessage message : messages) {
          if (matches(message, query)) {
            if (found.size() == query.limit() || bytes >= MessageStore.READ_BYTES_MAX) {
              return true;
            }
            found.add(message);
            bytes += message.json().length;
          }
          below = message.number();
        }
        lookedAt += messages.size();
      }
      return lookedAt >= LOOKED_AT_MAX;
    }
  }

  /** What costs least is asked first; where copies lie is a look into the store. */
  private boolean matches(StoredMessage message, MessageQuery query) {
    if (!query.hasFilter()) {
      return true;
    }
    MessageFilter filter = query.filter();
    if (message.timestamp() < filter.since() || message.timestamp() >= filter.until()) {
      return false;
    }
    Envelope envelope = Envelope.parse(message.json());
    return (filter.from() == null || filter.from().equals(envelope.from()))
        && (filter.type() == null || filter.type().equals(envelope.type()))
        && (filter.path() == null || filter.path().matches(Path.parse(envelope.path())))
        && (filter.to() == null || threads.reached(message.id(), filter.to()))
        && (filter.session() == null
            || threads.reached(message.id(), BoxId.inbox(filter.session())))
        && (filter.agent() == null || concerns(message, filter.agent()))
        && (filter.seenBy() == null || concerns(message, filter.seenBy()));
  }

  private boolean concerns(StoredMessage message, AgentId agent) {
    return threads.sent(message, agent) || threads.reached(message.id(), agent);
  }
}
