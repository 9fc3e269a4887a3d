package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.commit.Job;
import dev.parley.core.delivery.DeadLetter;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way. Stamped, matched and written as JSON on the sender's thread, so that the
 * committer only has to file it; what depends on an earlier message (replies) is stamped on the
 * committer, which alone sees them all.
 */
final class RouteJob implements Job {
  private final Broker broker;
  private final Draft draft;
  private final Origin origin;
  private long number;
  private final MessageId id;
  private final long timestamp;
  private final CompletableFuture<Receipt> future = new CompletableFuture<>();
  private final long epoch;
  private final Targets matched;

  // What the last apply came to.
  private Targets targets;
  private @Nullable Message message;
  private @Nullable StoredMessage stored;
  private List<Placement> placements = List.of();
  private List<RouteJob> announcements = List.of();
  private @Nullable MessageId earlier;

  RouteJob(Broker broker, Draft draft, Origin origin, long number, MessageId id, long timestamp) {
    this.broker = broker;
    this.draft = draft;
    this.origin = origin;
    this.number = number;
    this.id = id;
    this.timestamp = timestamp;
    this.epoch = broker.participants().epoch();
    this.matched = broker.participants().targets(draft.from(), draft.path());
    this.targets = matched;
    if (draft.causeOrReplyTo() == null) {
      stamp(0, null);
    }
  }

  MessageId id() {
    return id;
  }

  CompletableFuture<Receipt> future() {
    return future;
  }

  @Override
  public int bytes() {
    byte[] payload = draft.payload();
    byte[] extras = draft.extras();
    return 256 + (payload == null ? 0 : payload.length) + (extras == null ? 0 : extras.length);
  }

  private Message stamp(int hops, @Nullable String threadId) {
    long expiresAt = draft.expiresAt();
    if (expiresAt == 0 && draft.ttlMillis() > 0) {
      expiresAt = timestamp + Math.min(draft.ttlMillis(), Long.MAX_VALUE - timestamp);
    }
    Message stamped = new Message(id, number, draft, timestamp, expiresAt, origin, hops, threadId);
    message = stamped;
    stored =
        new StoredMessage(number, id, timestamp, draft.priority(), expiresAt, stamped.toJson());
    return stamped;
  }

  private Message stampAsReaction(MessageId cause) {
    Broker.Ancestor parent = broker.ancestor(cause);
    MessageId replyTo = draft.replyTo();
    String threadId = null;
    if (replyTo != null) {
      Broker.Ancestor answered = replyTo.equals(cause) ? parent : broker.ancestor(replyTo);
      threadId = answered == null ? replyTo.toString() : answered.threadKey();
    }
    return stamp(parent == null ? 1 : parent.hops() + 1, threadId);
  }

  /** Another hub may have used the number in the meantime; the id, which has it, stays. */
  private void takeNumber() {
    if (broker.isTakenElsewhere(number)) {
      number = broker.takeNumber();
      if (draft.causeOrReplyTo() == null) {
        stamp(0, null);
      }
    }
  }

  @Override
  public void apply(Commit commit) {
    takeNumber();
    announcements = List.of();
    earlier = broker.repeats().earlier(commit, draft, id, timestamp);
    if (earlier != null) {
      return;
    }
    broker.proposals().checkVote(draft);
    MessageId cause = draft.causeOrReplyTo();
    Message stamped = cause == null ? stamped() : stampAsReaction(cause);
    StoredMessage written = written();
    boolean matchedAnew = epoch != broker.participants().epoch();
    targets =
        broker
            .participants()
            .staying(
                matchedAnew ? broker.participants().targets(draft.from(), draft.path()) : matched);
    placements = placements(stamped);
    commit.append(written, placements);
    broker.repeats().remember(commit, stamped, timestamp);
    if (written.expiresAt() != 0) {
      letExpire(commit, written);
    }
    announcements = broker.proposals().onAppend(commit, stamped, targets);
  }

  private Message stamped() {
    return Objects.requireNonNull(message, "not stamped yet");
  }

  private StoredMessage written() {
    return Objects.requireNonNull(stored, "not stamped yet");
  }

  /** Later, or on arrival when it came too late to be of use to anybody. */
  private void letExpire(Commit commit, StoredMessage written) {
    if (!written.isExpiredAt(broker.now())) {
      broker.expiry().watch(commit, written);
      return;
    }
    for (Placement placement : placements) {
      if (placement.box().isInbox()) {
        broker.expiry().expire(commit, id, placement.box(), placement.position());
      }
    }
  }

  private List<Placement> placements(Message stamped) {
    List<Placement> boxes = Deliveries.to(targets);
    String reason = deadLetterReason();
    if (reason != null) {
      boxes.add(
          new Placement(BoxId.DEAD_LETTERS, State.ACCEPTED, DeadLetter.annotation(reason, null)));
    }
    boxes.add(new Placement(BoxId.outbox(draft.from()), State.READ, null));
    String conversation = draft.conversationId();
    String thread = conversation != null ? conversation : stamped.threadId();
    if (thread != null) {
      boxes.add(new Placement(BoxId.thread(thread), State.READ, null));
    }
    return boxes;
  }

  private @Nullable String deadLetterReason() {
    if (!targets.missing().isEmpty()) {
      return "no agent "
          + String.join(", ", targets.missing().stream().map(AgentId::value).toList());
    }
    return targets.isEmpty() ? "nobody is subscribed to '" + draft.path().text() + "'" : null;
  }

  @Override
  public void durable() {
    if (earlier != null) {
      repeated(earlier);
      return;
    }
    Receipt receipt = new Receipt(written(), targets.agents(), targets.sessions(), false);
    try {
      broker.onAccepted(stamped(), receipt, placements);
    } finally {
      future.complete(receipt);
    }
    announcements.forEach(RouteJob::durable);
  }

  private void repeated(MessageId first) {
    broker.counters().duplicates.increment();
    try {
      future.complete(broker.receiptOf(first));
    } catch (StoreException e) {
      future.completeExceptionally(e.toRefused());
    } catch (Refused refused) {
      future.completeExceptionally(refused);
    }
  }

  @Override
  public void failed(Refused why) {
    broker.counters().refused.increment();
    future.completeExceptionally(why);
  }
}
