package dev.parley.doors.rest;

import dev.parley.core.broker.Broker;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rest.shape.RestShapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What agents received and sent. */
final class InboxOperations {
  private static final String INBOX = "/api/agents/{agentId}/inbox";

  /** So far into what is pending one can page; receive some of it to see the rest. */
  private static final int PENDING_OFFSET_MAX = 10_000;

  private static final int RECEIVE_LIMIT_DEFAULT = 100;
  private static final int RECEIVE_LIMIT_MAX = 1_000;

  private final Broker broker;

  InboxOperations(Broker broker) {
    this.broker = broker;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(INBOX, "inbox", "Look at an inbox without taking anything")
            .by(Access.READER)
            .query(QueryParameter.STATE, QueryParameter.CURSOR, QueryParameter.LIMIT)
            .answering("CopyPage")
            .doing(this::look),
        Operation.post(INBOX + "/receive", "receive", "Take what is pending")
            .by(Access.SELF)
            .taking("Receive")
            .answering("Copies")
            .doing(this::receive),
        Operation.post(INBOX + "/ack", "acknowledge", "Mark messages delivered")
            .by(Access.SELF)
            .taking("Ids")
            .answering("Count")
            .doing(call -> counted(broker.ack(inbox(call), ids(call.request())))),
        Operation.post(INBOX + "/read", "markRead", "Mark messages read")
            .by(Access.SELF)
            .taking("Ids")
            .answering("Count")
            .doing(call -> counted(broker.markRead(inbox(call), ids(call.request())))),
        Operation.get("/api/agents/{agentId}/outbox", "outbox", "What an agent sent, newest first")
            .by(Access.READER)
            .query(QueryParameter.CURSOR, QueryParameter.LIMIT)
            .answering("CopyPage")
            .doing(this::outbox));
  }

  private BoxId inbox(RestCall call) {
    broker.participants().requireAgent(call.subject());
    return BoxId.inbox(call.subject());
  }

  private CompletableFuture<Reply> look(RestCall call) {
    String state = call.query(QueryParameter.STATE);
    BoxId inbox = inbox(call);
    if (state == null || state.equals("pending")) {
      return pending(call, inbox);
    }
    if (!state.equals("all")) {
      throw RestCall.wrong(QueryParameter.STATE, "'pending' or 'all'");
    }
    return history(call, inbox);
  }

  /** In the order of receiving there are no positions to go on from, so one counts. */
  private CompletableFuture<Reply> pending(RestCall call, BoxId inbox) {
    int limit = call.limit();
    int start = (int) call.number(QueryParameter.CURSOR, 0, 0, PENDING_OFFSET_MAX);
    return broker
        .peek(inbox, start + limit + 1)
        .thenApply(
            all -> {
              int end = Math.min(all.size(), start + limit);
              List<Copy> copies = start >= end ? List.of() : all.subList(start, end);
              boolean more = all.size() > end && end <= PENDING_OFFSET_MAX;
              return page(copies, RestShapes.cursor(more, end));
            });
  }

  /** The owner is shown all that was ever sent under the name. */
  private CompletableFuture<Reply> outbox(RestCall call) {
    if (call.principal().isOwner()) {
      return history(call, BoxId.outbox(call.subject().value()));
    }
    return broker
        .lookups()
        .sentBy(call.subject(), newestFirst(call))
        .thenApply(page -> page(page.copies().reversed(), next(page)));
  }

  private CompletableFuture<Reply> history(RestCall call, BoxId box) {
    return broker
        .lookups()
        .history(box, newestFirst(call))
        .thenApply(page -> page(page.copies().reversed(), next(page)));
  }

  /** The page before the cursor; histories are read from the end. */
  static HistoryQuery newestFirst(RestCall call) {
    return new HistoryQuery(
        call.limit(), call.cursor(Long.MAX_VALUE), -1, false, 0, Long.MAX_VALUE, null, null, null);
  }

  static @Nullable String next(HistoryPage page) {
    return RestShapes.cursor(page.more(), page.before());
  }

  private static Reply page(List<Copy> copies, @Nullable String next) {
    return Reply.ok(
        out -> {
          RestShapes.copies(out, copies);
          RestShapes.next(out, next);
        });
  }

  private CompletableFuture<Reply> receive(RestCall call) {
    int limit =
        (int) call.request().number(Field.LIMIT, RECEIVE_LIMIT_DEFAULT, 1, RECEIVE_LIMIT_MAX);
    return broker
        .receive(inbox(call), limit)
        .thenApply(
            copies ->
                Reply.ok(
                    out -> {
                      RestShapes.copies(out, copies);
                      out.ascii("}");
                    }));
  }

  private static List<MessageId> ids(Request request) {
    if (!request.has(Field.IDS)) {
      throw Request.missing(Field.IDS);
    }
    return request.messageIds(Field.IDS);
  }

  private static CompletableFuture<Reply> counted(CompletableFuture<Integer> count) {
    return count.thenApply(
        number -> Reply.ok(out -> out.ascii("{\"count\":").number(number).ascii("}")));
  }
}
