package dev.parley.core.sending;

import dev.parley.core.commit.Job;
import dev.parley.core.delivery.DeadLetter;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.SecureBits;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.trace.Span;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way. Stamped, matched and written as JSON on the sender's thread, so that the
 * committer only has to number and file it. A reply to a message that is not remembered is stamped
 * on the committer, which reads that message.
 */
public final class RouteJob implements Job {
  private static final int RECIPIENT_BYTES = 32;

  private final Sending sending;
  private final Draft draft;
  private final Sender from;

  /** The id when it is known before the commit; otherwise it gets the number of the message. */
  private final @Nullable MessageId named;

  private final long timestamp;
  private final Span span;
  private final long chance = SecureBits.next();
  private final CompletableFuture<Receipt> future = new CompletableFuture<>();
  private final long epoch;
  private final Targets matched;
  private final @Nullable Stamped stampedEarly;

  /** In the committer's hands; what it does for a transaction is a part of that. */
  private Span commitSpan = Span.NONE;

  // What the last apply came to.
  private Targets targets;
  private @Nullable Message message;
  private @Nullable StoredMessage stored;
  private List<Placement> placements = List.of();
  private Aftermath aftermath = Aftermath.NOTHING;
  private @Nullable MessageId earlier;

  /** A message without its number, and its JSON. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stamped(Message message, byte[] json) {}

  /**
   * @param named the id, if it must be known in advance
   */
  RouteJob(
      Sending sending,
      Draft draft,
      Sender from,
      @Nullable MessageId named,
      long timestamp,
      Span span) {
    this.sending = sending;
    this.draft = draft;
    this.from = from;
    this.named = named;
    this.timestamp = timestamp;
    this.span = span;
    this.epoch = sending.participants().epoch();
    this.matched = sending.participants().targets(draft.from(), draft.path());
    this.targets = matched;
    this.stampedEarly = stampEarly();
  }

  public CompletableFuture<Receipt> future() {
    return future;
  }

  /** Whom it reaches as far as was known when it came. */
  Targets matched() {
    return matched;
  }

  @Override
  public int bytes() {
    byte[] payload = draft.payload();
    byte[] extras = draft.extras();
    String content = draft.content();
    return 256
        + (payload == null ? 0 : payload.length)
        + (extras == null ? 0 : extras.length)
        + (content == null ? 0 : content.length())
        + (stampedEarly == null ? 0 : stampedEarly.json.length)
        + RECIPIENT_BYTES * (matched.agents().size() + matched.sessions().size());
  }

  // ---- the stamp

  private @Nullable Stamped stampEarly() {
    MessageId cause = draft.causeOrReplyTo();
    if (cause == null) {
      return stamp(0, null);
    }
    MessageId replyTo = draft.replyTo();
    Ancestors.Ancestor parent = sending.ancestors().find(cause);
    Ancestors.Ancestor answered =
        replyTo == null || replyTo.equals(cause) ? parent : sending.ancestors().find(replyTo);
    return parent == null || answered == null
        ? null
        : stamp(
            parent.hops() + 1, replyTo == null ? null : threadOf(replyTo, answered.threadKey()));
  }

  private Stamped stampAsReaction(OpenTx tx, MessageId cause) {
    Ancestors.Ancestor parent = ancestor(tx, cause);
    MessageId replyTo = draft.replyTo();
    String threadId = null;
    if (replyTo != null) {
      Ancestors.Ancestor answered = replyTo.equals(cause) ? parent : ancestor(tx, replyTo);
      threadId = threadOf(replyTo, answered == null ? replyTo.toString() : answered.threadKey());
    }
    return stamp(parent == null ? 1 : parent.hops() + 1, threadId);
  }

  /** Whoever answers a message of a closed conversation from outside begins a thread of its own. */
  private @Nullable String threadOf(MessageId replyTo, String key) {
    if (!sending.isClosed(key) || key.equals(draft.conversationId())) {
      return key;
    }
    String own = replyTo.toString(); // which a sender may have chosen to look like a conversation
    return sending.isClosed(own) ? null : own;
  }

  private static Ancestors.@Nullable Ancestor ancestor(OpenTx tx, MessageId id) {
    StoredMessage found = tx.find(id);
    return found == null ? null : Ancestors.Ancestor.of(found);
  }

  private Stamped stamp(int hops, @Nullable String threadId) {
    long expiresAt = draft.expiryIfAcceptedAt(timestamp);
    MessageId id = named != null ? named : MessageId.of(timestamp, 0, chance);
    Message stamped =
        new Message(id, 0, draft, timestamp, expiresAt, from.origin(draft), hops, threadId);
    return new Stamped(stamped, stamped.toJson());
  }

  /** Gives the message its number, and its id if that follows from the number. */
  private void number(Stamped stamped, long number) {
    Message before = stamped.message;
    MessageId id = before.id();
    if (named == null) {
      id = id.numbered(sending.hidden(number));
      Message.writeId(id, stamped.json);
    }
    message = before.numbered(id, number);
    stored =
        new StoredMessage(
            number, id, timestamp, draft.priority(), before.expiresAt(), stamped.json);
  }

  // ---- the commit

  @Override
  public void apply(Commit commit) {
    if (span.isOn() && !commitSpan.isOn()) {
      commitSpan = span.child(Span.Kind.INTERNAL, "commit");
    }
    aftermath = sending.tx().apply(commit, () -> applyWithin(sending.tx()));
  }

  /** As a part of a transaction, which tells the aftermath itself. */
  void applyWithin(OpenTx tx) {
    earlier = sending.ledgers().beforeAppend(tx, from, draft, draft.id(), timestamp);
    if (earlier != null) {
      return;
    }
    requireNotExpired();
    Stamped stamped = stampedEarly;
    if (stamped == null) {
      stamped = stampAsReaction(tx, Objects.requireNonNull(draft.causeOrReplyTo()));
    }
    number(stamped, tx.commit().nextNumber());
    boolean matchedAnew = epoch != sending.participants().epoch();
    targets =
        sending
            .participants()
            .staying(
                matchedAnew ? sending.participants().targets(draft.from(), draft.path()) : matched);
    placements = placements();
    tx.commit().append(written(), placements);
    tx.onChanged();
    sending.ledgers().onAppend(tx, numbered(), written(), placements);
  }

  /** Asked only of what is new: a repetition that comes late still gets its first receipt. */
  private void requireNotExpired() {
    if (draft.expiresAt() != 0
        && draft.expiresAt() <= Math.min(timestamp, sending.endingMillis())) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'expiresAt' is in the past: " + draft.expiresAt() + ", and it is " + timestamp);
    }
  }

  /** The id it is stored under, or that of the message it repeats. */
  MessageId appliedId() {
    return earlier != null ? earlier : numbered().id();
  }

  private Message numbered() {
    return Objects.requireNonNull(message, "not applied yet");
  }

  private StoredMessage written() {
    return Objects.requireNonNull(stored, "not applied yet");
  }

  private List<Placement> placements() {
    List<Placement> boxes = Deliveries.to(targets);
    String reason = deadLetterReason();
    if (reason != null) {
      boxes.add(
          new Placement(
              BoxId.DEAD_LETTERS, State.ACCEPTED, new DeadLetter(reason, null).annotation()));
    }
    boxes.add(new Placement(BoxId.outbox(draft.from()), State.READ, null));
    numbered()
        .threads()
        .forEach(key -> boxes.add(new Placement(BoxId.thread(key), State.READ, null)));
    return boxes;
  }

  private @Nullable String deadLetterReason() {
    if (!targets.missing().isEmpty()) {
      return "no agent " + String.join(", ", missing());
    }
    String conversation = draft.conversationId();
    if (conversation != null && sending.isClosed(conversation)) {
      return null; // who takes part reads it there, also who comes later
    }
    return targets.isEmpty() ? "nobody is subscribed to '" + draft.path().text() + "'" : null;
  }

  // ---- after it

  /** The sender is told first: others may be many. */
  @Override
  public void durable() {
    commitSpan.end();
    if (earlier != null) {
      SendSpans.repeated(span, earlier);
      repeated(earlier);
      return;
    }
    SendSpans.stored(span, written(), targets.agents().size() + targets.sessions().size());
    Message accepted = numbered();
    Receipt receipt =
        new Receipt(written(), targets.agents(), targets.sessions(), unreached(), false);
    sending.ancestors().onAccepted(accepted);
    // Counted by the time the sender knows: who asks then is not shown one too few.
    sending.counters().onAccepted(receipt.delivered());
    future.complete(receipt);
    sending.fanout().onAccepted(accepted, receipt, placements);
    aftermath.tell();
  }

  private List<String> unreached() {
    if (!targets.missing().isEmpty()) {
      return missing();
    }
    return targets.isEmpty() ? draft.path().unreached(draft.from(), List.of()) : List.of();
  }

  /** Agents by their names, groups with what says that they are. */
  private List<String> missing() {
    return targets.missing().stream()
        .map(path -> path.segmentEquals(0, "agent") ? path.segment(1) : path.text())
        .toList();
  }

  private void repeated(MessageId first) {
    sending.counters().duplicates.increment();
    try {
      future.complete(sending.receiptOf(first));
    } catch (StoreException e) {
      future.completeExceptionally(e.toRefused());
    } catch (Refused refused) {
      future.completeExceptionally(refused);
    }
  }

  @Override
  public void failed(Refused why) {
    sending.counters().refused(why.code());
    SendSpans.failed(span, why);
    future.completeExceptionally(why);
  }
}
