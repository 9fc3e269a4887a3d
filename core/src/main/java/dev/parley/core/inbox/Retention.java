package dev.parley.core.inbox;

import dev.parley.core.address.AgentId;
import dev.parley.core.commit.Committer;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.MessageStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Forgets what was to be kept only so long or so many. Runs on a thread of its own; the trimming
 * itself goes through the committer. Boxes that have no limit are not looked at.
 */
public final class Retention {
  private static final int BODIES_MAX = 50_000;

  private final MessageStore store;
  private final Committer committer;
  private final RetentionLimits limits;
  private final InboxLimits inboxes;
  private final Participants participants;

  public Retention(
      MessageStore store,
      Committer committer,
      RetentionLimits limits,
      InboxLimits inboxes,
      Participants participants) {
    this.store = store;
    this.committer = committer;
    this.limits = limits;
    this.inboxes = inboxes;
    this.participants = participants;
  }

  void sweep(long now) {
    Map<BoxId, Long> keepFrom = new HashMap<>();
    if (!inboxes.byDefault().isNone() || isLimited(limits.outboxAge())) {
      store.forEachBox((box, stats) -> look(box, stats, now, keepFrom));
    } else {
      if (isLimited(limits.deadLetterAge())) {
        look(BoxId.DEAD_LETTERS, now, keepFrom);
      }
      inboxes.agents().forEach(agent -> lookAtInboxes(agent, now, keepFrom));
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

  private void lookAtInboxes(AgentId agent, long now, Map<BoxId, Long> keepFrom) {
    look(BoxId.inbox(agent), now, keepFrom);
    for (Session session : participants.sessions(agent)) {
      look(BoxId.inbox(session.key()), now, keepFrom);
    }
  }

  private void look(BoxId box, long now, Map<BoxId, Long> keepFrom) {
    look(box, store.stats(box), now, keepFrom);
  }

  private void look(BoxId box, BoxStats stats, long now, Map<BoxId, Long> keepFrom) {
    long from = keepFrom(box, stats, now);
    if (from > stats.first()) {
      keepFrom.put(box, from);
    }
  }

  private long keepFrom(BoxId box, BoxStats stats, long now) {
    return switch (box) {
      case BoxId.Inbox inbox -> keepFrom(box, stats, now, inboxes.of(inbox.agent()));
      case BoxId.Outbox _, BoxId.ThreadBox _ -> keepFrom(box, stats, now, limits.outboxAge());
      case BoxId.DeadLetters _ -> keepFrom(box, stats, now, limits.deadLetterAge());
    };
  }

  private long keepFrom(BoxId box, BoxStats stats, long now, Duration age) {
    return age.isZero() ? stats.first() : store.positionAtOrAfter(box, now - age.toMillis());
  }

  private long keepFrom(BoxId box, BoxStats stats, long now, InboxLimit limit) {
    long from = keepFrom(box, stats, now, limit.age());
    return limit.countMax() == 0 ? from : Math.max(from, stats.next() - limit.countMax());
  }
}
