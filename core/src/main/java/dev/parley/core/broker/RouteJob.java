package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.commit.Job;
import dev.parley.core.delivery.DeadLetter;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
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
  private final long number;
  private final MessageId id;
  private final long timestamp;
  private final CompletableFuture<Receipt> future = new CompletableFuture<>();
  private long epoch;
  private Targets targets;
  private @Nullable Message message;
  private @Nullable StoredMessage stored;
  private List<Placement> placements = List.of();
  private @Nullable MessageId earlier;
  private boolean applied;

  RouteJob(Broker broker, Draft draft, Origin origin, long number, MessageId id, long timestamp) {
    this.broker = broker;
    this.draft = draft;
    this.origin = origin;
    this.number = number;
    this.id = id;
    this.timestamp = timestamp;
    this.epoch = broker.participants().epoch();
    this.targets = broker.participants().targets(draft.from(), draft.path());
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

  private StoredMessage stamp(int hops, @Nullable String threadId) {
    long expiresAt = draft.expiresAt();
    if (expiresAt == 0 && draft.ttlMillis() > 0) {
      expiresAt = timestamp + draft.ttlMillis();
    }
    Message stamped = new Message(id, number, draft, timestamp, expiresAt, origin, hops, threadId);
    message = stamped;
    StoredMessage written =
        new StoredMessage(number, id, timestamp, draft.priority(), expiresAt, stamped.toJson());
    stored = written;
    return written;
  }

  private StoredMessage stampAsReaction() {
    MessageId cause = draft.causeOrReplyTo();
    Envelope parent = cause == null ? null : broker.envelope(cause);
    int hops = parent == null ? 1 : parent.hops() + 1;
    MessageId replyTo = draft.replyTo();
    String threadId = null;
    if (replyTo != null) {
      Envelope answered = replyTo.equals(cause) ? parent : broker.envelope(replyTo);
      threadId = answered == null ? replyTo.toString() : answered.threadKey();
    }
    return stamp(hops, threadId);
  }

  @Override
  public void apply(Commit commit) {
    earlier = broker.repeats().earlier(commit, draft, id, timestamp);
    if (earlier != null) {
      return;
    }
    broker.proposals().checkVote(draft);
    StoredMessage written = stored != null ? stored : stampAsReaction();
    if (epoch != broker.participants().epoch()) {
      targets = broker.participants().targets(draft.from(), draft.path());
    }
    placements = placements();
    commit.append(written, placements);
    broker.repeats().remember(commit, draft, id, timestamp);
    if (written.expiresAt() != 0) {
      broker.expiry().watch(commit, written);
    }
    broker.proposals().onAppend(commit, written, draft, targets);
    applied = true;
  }

  private List<Placement> placements() {
    List<Placement> boxes =
        new ArrayList<>(targets.sessions().size() + targets.agents().size() + 3);
    for (SessionKey session : targets.sessions()) {
      boxes.add(new Placement(BoxId.inbox(session), State.ACCEPTED, null));
    }
    for (AgentId agent : targets.agents()) {
      boxes.add(new Placement(BoxId.inbox(agent), State.ACCEPTED, handledBy(agent)));
    }
    String reason = deadLetterReason();
    if (reason != null) {
      boxes.add(
          new Placement(BoxId.DEAD_LETTERS, State.ACCEPTED, DeadLetter.annotation(reason, null)));
    }
    boxes.add(new Placement(BoxId.outbox(draft.from()), State.READ, null));
    String thread = threadKey();
    if (thread != null) {
      boxes.add(new Placement(BoxId.thread(thread), State.READ, null));
    }
    return boxes;
  }

  private @Nullable String threadKey() {
    return draft.conversationId() != null || message == null
        ? draft.conversationId()
        : message.threadId();
  }

  private @Nullable String deadLetterReason() {
    if (!targets.missing().isEmpty()) {
      return "no agent "
          + String.join(", ", targets.missing().stream().map(AgentId::value).toList());
    }
    return targets.isEmpty() ? "nobody is subscribed to '" + draft.path().text() + "'" : null;
  }

  /** Which of the agent's own sessions got it too. */
  private @Nullable String handledBy(AgentId agent) {
    if (targets.sessions().isEmpty()) {
      return null;
    }
    JsonBuffer out = new JsonBuffer(128).ascii("\"handled\":true,\"handledBy\":[");
    int found = 0;
    for (SessionKey session : targets.sessions()) {
      if (session.agent().equals(agent)) {
        out.ascii(found++ == 0 ? "" : ",");
        out.ascii("{\"agentId\":").string(agent.value());
        out.ascii(",\"sessionId\":").string(session.session().value()).ascii("}");
      }
    }
    return found == 0 ? null : out.ascii("]").toString();
  }

  @Override
  public void durable() {
    if (earlier != null) {
      broker.counters().duplicates.increment();
      future.complete(broker.receiptOf(earlier));
      return;
    }
    Message accepted = message;
    StoredMessage written = stored;
    if (accepted == null || written == null) {
      throw new IllegalStateException("durable before applied");
    }
    Receipt receipt = new Receipt(written, targets.agents(), targets.sessions(), false);
    broker.onAccepted(accepted, receipt, placements);
    future.complete(receipt);
  }

  @Override
  public void failed(Refused why) {
    if (applied) {
      broker.repeats().undo(draft, id);
      broker.proposals().undo(draft, id);
    }
    broker.counters().refused.increment();
    future.completeExceptionally(why);
  }
}
