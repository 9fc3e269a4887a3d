package dev.parley.doors.rest;

import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.RequestReader;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.RestShapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What reached nobody. */
final class DeadLetterOperations {
  private static final String PATH = "/api/dead-letters";

  private final Broker broker;
  private final RequestReader edits;
  private final MessageLimit limit;

  DeadLetterOperations(Broker broker, int payloadBytesMax) {
    this.broker = broker;
    this.edits = RequestReader.ofBodies(payloadBytesMax);
    this.limit = new MessageLimit(payloadBytesMax);
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(PATH, "listDeadLetters", "What reached nobody, newest first")
            .by(Access.OWNER)
            .query(QueryParameter.CURSOR, QueryParameter.LIMIT)
            .answering("DeadLetterPage")
            .doing(this::list),
        Operation.post(PATH + "/replay", "replayDeadLetters", "Route dead letters again")
            .by(Access.OWNER)
            .taking("Replay")
            .answering("Replayed")
            .audited("deadLetters.replay")
            .doing(this::replay),
        Operation.delete(PATH, "clearDeadLetters", "Throw all dead letters away")
            .by(Access.OWNER)
            .answering("Count")
            .audited("deadLetters.clear")
            .doing(
                _ ->
                    broker
                        .clearDeadLetters()
                        .thenApply(
                            count ->
                                Reply.ok(
                                    out -> out.ascii("{\"count\":").number(count).ascii("}")))));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    HistoryQuery query = InboxOperations.newestFirst(call);
    return broker
        .lookups()
        .deadLetters(query)
        .thenApply(
            page ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"letters\":");
                      Shapes.list(out, page.copies().reversed(), DeadLetterOperations::letter);
                      RestShapes.next(out, InboxOperations.next(page));
                    }));
  }

  private static void letter(JsonBuffer out, Copy letter) {
    out.ascii("{\"message\":");
    RestShapes.message(out, letter.message());
    String annotation = letter.annotation();
    if (annotation != null) {
      out.ascii(",").raw(annotation); // "reason" and, if one gave up on it, "inbox"
    } else {
      out.ascii(",\"reason\":\"\"");
    }
    out.ascii(",\"at\":").number(letter.message().timestamp()).ascii("}");
  }

  private CompletableFuture<Reply> replay(RestCall call) {
    Request request = call.request();
    if (request.has(Field.ID)) {
      return replayEdited(call, request.requireMessageId(Field.ID));
    }
    if (!request.has(Field.IDS)) {
      throw Request.missing(Field.IDS);
    }
    List<MessageId> ids = request.messageIds(Field.IDS);
    if (ids.isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'ids' is empty");
    }
    return broker.replayDeadLetters(ids).thenCompose(replayed -> told(replayed.delivered()));
  }

  private CompletableFuture<Reply> replayEdited(RestCall call, MessageId id) {
    byte[] raw = call.request().raw(Field.EDIT);
    if (raw == null) {
      return broker
          .replayDeadLetters(List.of(id))
          .thenCompose(replayed -> told(replayed.delivered()));
    }
    Request edit = edits.read(raw, raw.length);
    Refused problem = edit.problem();
    if (problem != null) {
      throw problem;
    }
    return broker
        .lookups()
        .find(id)
        .thenCompose(
            found -> {
              var stored =
                  found.orElseThrow(
                      () -> new Refused(ErrorCode.NOT_FOUND, "there is no dead letter " + id));
              Message message = Message.parse(stored.number(), stored.json());
              Draft draft = edited(message, edit);
              return broker.replayEdited(id, draft, call.senderAs(draft.from()));
            })
        .thenCompose(_ -> told(1));
  }

  private Draft edited(Message letter, Request edit) {
    Draft.Builder draft =
        letter.draft().toBuilder().expiresAt(0).cause(letter.id()).id(null).idempotencyKey(null);
    if (edit.has(Field.PATH)) {
      draft.to(edit.address(Field.PATH, Path::parse));
    }
    if (edit.has(Field.PAYLOAD)) {
      draft.payload(edit.raw(Field.PAYLOAD));
    }
    if (edit.has(Field.CONTENT)) {
      draft.content((String) EnvelopeField.CONTENT.value(edit.requireText(Field.CONTENT)));
    }
    return draft.within(limit).build();
  }

  private CompletableFuture<Reply> told(int replayed) {
    return broker
        .stats(BoxId.DEAD_LETTERS)
        .thenApply(
            stats ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"replayed\":").number(replayed);
                      out.ascii(",\"remaining\":").number(stats.pending()).ascii("}");
                    }));
  }
}
