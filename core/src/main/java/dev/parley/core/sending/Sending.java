package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.Lookups;
import dev.parley.core.history.Readers;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.SecureBits;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Span;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way in for messages: sent, answered or sent as a request whose reply is waited for. */
public final class Sending {
  private final Committer committer;
  private final Timekeeper time;
  private final Participants participants;
  private final Readers readers;
  private final Ledgers ledgers;
  private final OpenTx tx;
  private final Fanout fanout;
  private final Requests requests;
  private final Lookups lookups;
  private final Receipts receipts;
  private final Counters counters;
  private final SendingLimits limits;
  private final HiddenNumbers hiddenNumbers;
  private final Ancestors ancestors = new Ancestors();
  private final SendSpans spans;
  private volatile SendGate gate = (_, _) -> {};

  public Sending(
      Committer committer,
      Timekeeper time,
      Participants participants,
      Readers readers,
      Ledgers ledgers,
      OpenTx tx,
      Fanout fanout,
      Requests requests,
      Lookups lookups,
      Receipts receipts,
      Counters counters,
      SendSpans spans,
      SendingLimits limits,
      HiddenNumbers hiddenNumbers) {
    this.committer = committer;
    this.time = time;
    this.participants = participants;
    this.readers = readers;
    this.ledgers = ledgers;
    this.tx = tx;
    this.fanout = fanout;
    this.requests = requests;
    this.lookups = lookups;
    this.receipts = receipts;
    this.counters = counters;
    this.spans = spans;
    this.limits = limits;
    this.hiddenNumbers = hiddenNumbers;
  }

  /** Asked before every message that somebody sends; what the hub itself says is not. */
  public void admitBy(SendGate newGate) {
    gate = newGate;
  }

  public CompletableFuture<Receipt> route(Draft draft, Sender from) {
    try {
      RouteJob job = admitted(draft, from);
      committer.submit(job);
      return job.future();
    } catch (Refused refused) {
      counters.refused(refused.code());
      return CompletableFuture.failedFuture(refused);
    }
  }

  /**
   * The job that sends this, if the sender may.
   *
   * @throws Refused when it may not, or not now
   */
  public RouteJob admitted(Draft draft, Sender from) {
    return admitted(draft, from, draft.id(), time.millis());
  }

  private RouteJob admitted(Draft written, Sender from, @Nullable MessageId id, long now) {
    from.requireAuthorOf(written);
    Draft draft = gate.completed(written);
    if (from.behalf() != Sender.Behalf.SYSTEM) {
      gate.check(from, draft);
    }
    ledgers.check(draft);
    Span span = spans.sending(draft, from, ancestors);
    RouteJob job = new RouteJob(this, SendSpans.part(draft, span), from, id, now, span);
    limits.checkCopies(from, job.matched());
    gate.onReach(from, job.matched().inboxes());
    return job;
  }

  /**
   * Answers a message: the answer goes to its sender, with what ties the two together filled in.
   * Only the owner may answer what was sent to others.
   */
  public CompletableFuture<Receipt> reply(Draft.Builder reply, MessageId original, Sender from) {
    return readers
        .read(
            () -> {
              StoredMessage found = lookups.findNow(original).orElse(null);
              if (found == null
                  || !(from.isOwner() || lookups.concernsNow(found, new AgentId(from.name())))) {
                throw new Refused(
                    ErrorCode.NOT_FOUND,
                    "there is no message " + original + " for '" + from.name() + "' to reply to");
              }
              Envelope answered = Envelope.parse(found.json());
              String correlation = answered.correlationId();
              return reply
                  .to(answerPath(answered, from))
                  .replyTo(original)
                  .correlationId(correlation != null ? correlation : original.toString())
                  .conversationId(answered.conversationId())
                  .build();
            })
        .thenCompose(draft -> route(draft, from));
  }

  /**
   * What was said to many in a conversation of theirs is answered there, and what one has said
   * oneself is added to where it went.
   */
  private Path answerPath(Envelope answered, Sender by) {
    String conversation = answered.conversationId();
    boolean amongMany =
        conversation != null && isClosed(conversation) && !answered.path().startsWith("agent/");
    boolean own = answered.from().equals(by.name());
    return Path.parse(amongMany || own ? answered.path() : "agent/" + answered.from());
  }

  /** See {@link SendGate#isClosed}. */
  boolean isClosed(String threadKey) {
    return gate.isClosed(threadKey);
  }

  /** Sends and waits for the reply, which must reach the sender's inbox. */
  public PendingReply request(Draft draft, Sender from, Duration timeout) {
    participants.requireAgent(new AgentId(draft.from()));
    long now = time.millis();
    MessageId own = draft.id();
    // Whoever waits is told what for, so the id cannot wait for the number.
    MessageId id = own != null ? own : MessageId.of(now, SecureBits.next(), SecureBits.next());
    RouteJob job = admitted(draft, from, id, now);
    Requests.Waiting waiting = requests.expect(from, id, draft.correlationId(), timeout);
    // Hung on before the committer has the job: behind that the answer may be faster than this
    // thread, and would be nobody's, because it is not known yet who may answer.
    CompletableFuture<Receipt> _ =
        job.future().whenComplete((receipt, failure) -> onSent(draft, waiting, receipt, failure));
    try {
      committer.submit(job);
    } catch (Refused refused) {
      job.failed(refused);
    }
    return new PendingReply(id, job.future(), waiting.reply());
  }

  private static void onSent(
      Draft draft, Requests.Waiting waiting, Receipt receipt, @Nullable Throwable failure) {
    if (failure != null) {
      waiting.reply().completeExceptionally(failure);
    } else if (!receipt.delivered()) {
      waiting
          .reply()
          .completeExceptionally(
              Refused.settled(
                  ErrorCode.NOT_FOUND,
                  "request "
                      + receipt.message().id()
                      + " reached nobody: '"
                      + draft.path().text()
                      + "' has no subscriber"));
    } else {
      // Runs before the request is pushed to anybody, so no answer comes too early.
      waiting.reached(receipt.agents());
      if (receipt.duplicate()) {
        waiting.answersTo(receipt.message().id().toString());
      }
    }
  }

  Receipt receiptOf(MessageId id) {
    return receipts.of(id);
  }

  /** What stands for the number of a message in its id. */
  long hidden(long number) {
    return hiddenNumbers.hide(number);
  }

  /** The time by which things end. */
  long endingMillis() {
    return time.endingMillis();
  }

  Participants participants() {
    return participants;
  }

  Ledgers ledgers() {
    return ledgers;
  }

  OpenTx tx() {
    return tx;
  }

  Fanout fanout() {
    return fanout;
  }

  Counters counters() {
    return counters;
  }

  Ancestors ancestors() {
    return ancestors;
  }
}
