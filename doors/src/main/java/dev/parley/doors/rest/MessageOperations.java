package dev.parley.doors.rest;

import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.MessageFilter;
import dev.parley.core.history.MessageQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.State;
import dev.parley.core.trace.Current;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.Recipients;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.authority.MessageAccess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sending, and looking at what was sent. */
final class MessageOperations {
  private static final long UNKNOWN = -1;
  private static final long WAIT_MILLIS_MAX = 30_000;
  private static final String MESSAGE = "/api/messages/{messageId}";

  private final Broker broker;
  private final StatsSource stats;

  MessageOperations(Broker broker, StatsSource stats) {
    this.broker = broker;
    this.stats = stats;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post("/api/messages", "send", "Send a message")
            .by(Access.SENDER)
            .taking("Draft")
            .answering(201, "Receipt")
            .doing(this::send),
        Operation.get("/api/messages", "listMessages", "Everything accepted, newest first")
            .by(Access.ANYONE)
            .query(
                QueryParameter.FROM,
                QueryParameter.TO,
                QueryParameter.SESSION,
                QueryParameter.AGENT,
                QueryParameter.TYPE,
                QueryParameter.SINCE,
                QueryParameter.UNTIL,
                QueryParameter.CURSOR,
                QueryParameter.LIMIT)
            .answering("MessageList")
            .doing(this::list),
        Operation.get(MESSAGE, "getMessage", "A message")
            .by(Access.ANYONE)
            .answering("MessageAnswer")
            .doing(this::get),
        Operation.get(MESSAGE + "/status", "messageStatus", "How far each copy has climbed")
            .by(Access.ANYONE)
            .query(QueryParameter.RUNG, QueryParameter.WAIT_MS)
            .answering("DeliveryLadder")
            .doing(this::status),
        Operation.get("/api/threads/{messageId}", "thread", "A chain of replies, oldest first")
            .by(Access.ANYONE)
            .query(QueryParameter.CURSOR, QueryParameter.LIMIT)
            .answering("MessagePage")
            .doing(
                call ->
                    thread(
                        broker
                            .lookups()
                            .thread(
                                call.messageId(),
                                call.limit(),
                                call.cursor(-1),
                                call.principal().scope()))),
        Operation.get(
                "/api/conversations/{conversationId}",
                "conversation",
                "A conversation, oldest first")
            .by(Access.ANYONE)
            .query(QueryParameter.CURSOR, QueryParameter.LIMIT)
            .answering("MessagePage")
            .doing(
                call ->
                    thread(
                        broker
                            .lookups()
                            .thread(
                                call.<String>segment("conversationId", text -> text),
                                call.limit(),
                                call.cursor(-1),
                                call.principal().scope()))));
  }

  private CompletableFuture<Reply> send(RestCall call) {
    Request request = call.request();
    if (request.has(Field.TO) && request.has(Field.PATH)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'to' and 'path' are two ways to say the same");
    }
    Path path =
        request.has(Field.PATH)
            ? request.address(Field.PATH, Path::parse)
            : Drafts.recipients(request);
    Draft.Builder written = Drafts.draft(request, call.subject()).to(path);
    if (!request.has(Field.TRACEPARENT) && !Current.span().isOn()) {
      // The hub records nothing of this trace: whoever receives the message may.
      written.traceparent(call.traceparent());
    }
    Draft draft = written.build();
    return broker
        .route(draft, call.senderAs(draft.from()))
        .thenApply(receipt -> Reply.created(out -> receipt(out, receipt)));
  }

  static void receipt(JsonBuffer out, Receipt receipt) {
    out.ascii("{\"messageId\":").id(receipt.message().id());
    out.ascii(",\"timestamp\":").number(receipt.message().timestamp());
    out.ascii(",\"delivered\":").bool(receipt.delivered());
    out.ascii(",\"recipients\":");
    Recipients.of(receipt).writeTo(out);
    if (!receipt.unreached().isEmpty()) {
      out.ascii(",\"unreached\":");
      Shapes.list(out, receipt.unreached(), JsonBuffer::string);
    }
    out.ascii(receipt.duplicate() ? ",\"duplicate\":true}" : "}");
  }

  private CompletableFuture<Reply> list(RestCall call) {
    MessageFilter filter = MessageFilters.of(call);
    MessageQuery query = new MessageQuery(call.limit(), call.cursor(Long.MAX_VALUE), filter);
    return broker
        .lookups()
        .messages(query)
        .thenCombine(
            total(filter),
            (page, total) ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"messages\":");
                      Shapes.list(out, page.messages(), RestShapes::message);
                      if (total >= 0) {
                        out.ascii(",\"total\":").number(total);
                      }
                      RestShapes.next(out, RestShapes.cursor(page.below() >= 0, page.below()));
                    }));
  }

  /** How many there are in all, where somebody keeps count. */
  private CompletableFuture<Long> total(MessageFilter filter) {
    if (filter.equals(MessageFilter.NONE)) {
      return stats.messages();
    }
    String from = filter.from();
    return from != null && filter.equals(MessageFilter.from(from))
        ? broker.stats(BoxId.outbox(from)).thenApply(BoxStats::stored)
        : CompletableFuture.completedFuture(UNKNOWN);
  }

  private CompletableFuture<Reply> get(RestCall call) {
    MessageId id = call.messageId();
    return MessageAccess.toMessage(broker, call.principal(), id)
        .thenCompose(broker.lookups()::find)
        .thenApply(
            found -> {
              var message =
                  found.orElseThrow(
                      () -> new Refused(ErrorCode.NOT_FOUND, "there is no message " + id));
              return Reply.ok(
                  out -> {
                    out.ascii("{\"message\":");
                    RestShapes.message(out, message);
                    out.ascii("}");
                  });
            });
  }

  private CompletableFuture<Reply> status(RestCall call) {
    String rung = call.query(QueryParameter.RUNG);
    State awaited = rung == null ? null : State.named(rung);
    if (rung != null && awaited == null) {
      throw RestCall.wrong(QueryParameter.RUNG, "one of " + String.join(", ", State.names()));
    }
    long wait = call.number(QueryParameter.WAIT_MS, 0, 0, WAIT_MILLIS_MAX);
    return MessageAccess.toReceipts(broker, call.principal(), call.messageId())
        .thenCompose(
            id ->
                awaited == null || wait == 0
                    ? broker.lookups().status(id)
                    : awaited(id, awaited, Duration.ofMillis(wait)))
        .thenApply(status -> Reply.ok(out -> ladder(out, status)));
  }

  /** What there is when it has come so far, can no longer, or time is over. */
  private CompletableFuture<DeliveryStatus> awaited(MessageId id, State rung, Duration wait) {
    return broker
        .await(id, rung, false, wait)
        .exceptionallyCompose(
            failure ->
                switch (Refused.of(failure).code()) {
                  case TIMEOUT, CONFLICT -> broker.lookups().status(id);
                  default -> CompletableFuture.failedFuture(failure);
                });
  }

  private static void ladder(JsonBuffer out, DeliveryStatus status) {
    out.ascii("{\"messageId\":").id(status.id());
    out.ascii(",\"copies\":");
    Shapes.list(out, status.recipients(), MessageOperations::rung);
    status.counts().writeTo(out.ascii(","));
    Shapes.escalation(out, status);
    out.ascii("}");
  }

  private static void rung(JsonBuffer out, CopyRef copy) {
    out.ascii("{\"box\":");
    RestShapes.box(out, copy.box());
    out.ascii(",\"state\":\"").ascii(copy.state().wireName());
    out.ascii("\",\"attempts\":").number(copy.attempts()).ascii("}");
  }

  private static CompletableFuture<Reply> thread(CompletableFuture<HistoryPage> page) {
    return page.thenApply(
        thread ->
            Reply.ok(
                out -> {
                  out.ascii("{\"messages\":");
                  Shapes.list(
                      out, thread.copies(), (to, copy) -> RestShapes.message(to, copy.message()));
                  RestShapes.next(out, RestShapes.cursor(thread.more(), thread.after()));
                }));
  }
}
