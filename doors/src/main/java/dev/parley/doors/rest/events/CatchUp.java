package dev.parley.doors.rest.events;

import dev.parley.core.journal.Journal;
import dev.parley.core.store.FiledMessage;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody comes back: what the ring no longer has is read from the store, at the pace of the
 * reader, on a virtual thread; then the reader joins the others.
 */
final class CatchUp {
  private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);
  private static final int CHUNK = 100;
  private static final long JOIN_SECONDS = 30;
  private static final int ROUNDS_MAX = 4;
  private static final Duration STALLED = Duration.ofSeconds(30);

  private final EventFeed feed;
  private final EventReader reader;
  private int told;

  CatchUp(EventFeed feed, EventReader reader) {
    this.feed = feed;
    this.reader = reader;
  }

  void start(EventFeed.Missed missed) {
    Thread.ofVirtual()
        .name("parley-catch-up")
        .start(
            () -> {
              try {
                run(missed);
              } catch (RuntimeException e) {
                LOG.warn("a reader of events could not catch up", e);
                reader.end();
              }
            });
  }

  private void run(EventFeed.Missed first) {
    EventFeed.Missed missed = first;
    for (int round = 0; round < ROUNDS_MAX && missed != null; round++) {
      if (!tell(missed)) {
        break;
      }
      missed = joined(missed);
    }
    if (missed != null) {
      feed.ask(
          () -> {
            reader.add(feed.resync("too much was missed"));
            feed.attachNow(reader);
          });
    }
  }

  /** What is still missed, or null when the reader has joined. */
  private EventFeed.@Nullable Missed joined(EventFeed.Missed missed) {
    CompletableFuture<EventFeed.@Nullable Missed> rest = new CompletableFuture<>();
    feed.ask(
        () ->
            rest.complete(
                feed.attachCaughtUp(reader, missed)
                    ? null
                    : feed.rejoin(reader, new EventId(0, 0, missed.toNumber()))));
    return rest.orTimeout(JOIN_SECONDS, TimeUnit.SECONDS).join();
  }

  /** False when there is too much. */
  private boolean tell(EventFeed.Missed missed) {
    Journal journal = feed.broker().journal();
    long after = missed.afterNumber();
    while (after < missed.toNumber() && !reader.isOver()) {
      List<FiledMessage> chunk = journal.read(after, CHUNK);
      for (FiledMessage filed : chunk) {
        if (filed.number() > missed.toNumber()) {
          return true;
        }
        if (filed.isFiledAgain()) {
          continue; // a change of states, which the resync at the end is for
        }
        if (told++ >= feed.config().catchUpMax()) {
          return false;
        }
        Event event = feed.missed(filed);
        if (event.concerns(reader.who()) && reader.mayHearOf(filed.number())) {
          awaitRoom();
          reader.send(Buffer.buffer(event.frame()));
        }
      }
      if (chunk.isEmpty()) {
        return true;
      }
      after = chunk.getLast().number();
    }
    return true;
  }

  private void awaitRoom() {
    try {
      if (!reader.awaitRoom(STALLED)) {
        reader.end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reader.end();
    }
  }
}
