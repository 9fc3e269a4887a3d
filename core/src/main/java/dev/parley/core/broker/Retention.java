package dev.parley.core.broker;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.MessageStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Forgets what was to be kept only so long or so many. Runs on a reader thread; the trimming itself
 * goes through the committer.
 */
final class Retention {
  private static final int BODIES_MAX = 50_000;

  private final MessageStore store;
  private final Committer committer;
  private final BrokerConfig config;

  Retention(MessageStore store, Committer committer, BrokerConfig config) {
    this.store = store;
    this.committer = committer;
    this.config = config;
  }

  void sweep(long now) {
    Map<BoxId, Long> keepFrom = new HashMap<>();
    store.forEachBox(
        (box, stats) -> {
          long from = keepFrom(box, stats, now);
          if (from > stats.first()) {
            keepFrom.put(box, from);
          }
        });
    if (!keepFrom.isEmpty()) {
      committer
          .submit(
              commit -> {
                keepFrom.forEach(commit::trim);
                return keepFrom.size();
              })
          .join();
    }
    store.sweep(BODIES_MAX);
  }

  private long keepFrom(BoxId box, BoxStats stats, long now) {
    Duration age =
        switch (box.kind()) {
          case AGENT, SESSION -> config.inboxAge();
          case OUTBOX, THREAD -> config.outboxAge();
          case DEAD_LETTERS -> config.deadLetterAge();
        };
    long from = age.isZero() ? stats.first() : store.positionAtOrAfter(box, now - age.toMillis());
    if (box.isInbox() && config.inboxCountMax() > 0) {
      from = Math.max(from, stats.next() - config.inboxCountMax());
    }
    return from;
  }
}
