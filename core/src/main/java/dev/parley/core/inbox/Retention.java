package dev.parley.core.inbox;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.MessageStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Forgets what was to be kept only so long or so many. Runs on a thread of its own; the trimming
 * itself goes through the committer. Boxes of a kind that has no limit are not looked at.
 */
public final class Retention {
  private static final int BODIES_MAX = 50_000;

  private final MessageStore store;
  private final Committer committer;
  private final RetentionLimits limits;

  public Retention(MessageStore store, Committer committer, RetentionLimits limits) {
    this.store = store;
    this.committer = committer;
    this.limits = limits;
  }

  void sweep(long now) {
    Map<BoxId, Long> keepFrom = new HashMap<>();
    if (isLimited(limits.inboxAge()) || isLimited(limits.outboxAge()) || isCounted()) {
      store.forEachBox((box, stats) -> look(box, stats, now, keepFrom));
    } else if (isLimited(limits.deadLetterAge())) {
      look(BoxId.DEAD_LETTERS, store.stats(BoxId.DEAD_LETTERS), now, keepFrom);
    }
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

  private static boolean isLimited(Duration age) {
    return !age.isZero();
  }

  private boolean isCounted() {
    return limits.inboxCountMax() > 0;
  }

  private void look(BoxId box, BoxStats stats, long now, Map<BoxId, Long> keepFrom) {
    long from = keepFrom(box, stats, now);
    if (from > stats.first()) {
      keepFrom.put(box, from);
    }
  }

  private long keepFrom(BoxId box, BoxStats stats, long now) {
    Duration age =
        switch (box) {
          case BoxId.Inbox _ -> limits.inboxAge();
          case BoxId.Outbox _, BoxId.ThreadBox _ -> limits.outboxAge();
          case BoxId.DeadLetters _ -> limits.deadLetterAge();
        };
    long from = age.isZero() ? stats.first() : store.positionAtOrAfter(box, now - age.toMillis());
    if (box.isInbox() && isCounted()) {
      from = Math.max(from, stats.next() - limits.inboxCountMax());
    }
    return from;
  }
}
