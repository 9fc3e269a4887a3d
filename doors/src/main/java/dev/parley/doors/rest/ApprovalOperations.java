package dev.parley.doors.rest;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.approvals.Approvals;
import dev.parley.core.message.MessageId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.WorkShapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What agents want leave for, and what they were told. */
final class ApprovalOperations {
  private static final String ONE = "/api/approvals/{approvalId}";
  private static final long WAIT_MILLIS_MAX = 30_000;

  private final Approvals approvals;

  ApprovalOperations(Approvals approvals) {
    this.approvals = approvals;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/approvals", "listApprovals", "What was asked for, the newest first")
            .by(Access.ANYONE)
            .query(QueryParameter.STATE, QueryParameter.LIMIT, QueryParameter.CURSOR)
            .answering("Approvals")
            .doing(this::list),
        Operation.get(ONE, "getApproval", "One request, or what came of it")
            .by(Access.ANYONE)
            .query(QueryParameter.WAIT_MS)
            .answering("Approval")
            .doing(this::get),
        Operation.post(ONE, "answerApproval", "Allow it or deny it")
            .by(Access.ANYONE)
            .taking("ApprovalAnswer")
            .answering("Approval")
            .audited("approval.answer")
            .doing(this::answer));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    String state = call.query(QueryParameter.STATE);
    if (state != null && !state.equals("open") && !state.equals("all")) {
      throw RestCall.wrong(QueryParameter.STATE, "'open' or 'all'");
    }
    String after = call.query(QueryParameter.CURSOR);
    String before = after == null ? null : approvals.get(call.visit(), after).id();
    int limit = call.limit();
    List<Approval> found = approvals.list(call.visit(), !"all".equals(state), before, limit);
    return Reply.ok(
            out -> {
              out.ascii("{\"approvals\":");
              Shapes.list(out, found, WorkShapes::approval);
              if (found.size() == limit) {
                out.ascii(",\"next\":").string(found.getLast().id());
              }
              out.ascii("}");
            })
        .now();
  }

  private static String id(RestCall call) {
    return call.segment("approvalId", MessageId::parse).toString();
  }

  private CompletableFuture<Reply> get(RestCall call) {
    String id = id(call);
    Approval now = approvals.get(call.visit(), id);
    long wait = call.number(QueryParameter.WAIT_MS, 0, 0, WAIT_MILLIS_MAX);
    if (wait == 0 || !now.isOpen()) {
      return Reply.ok(out -> WorkShapes.approval(out, now)).now();
    }
    return approvals
        .decided(call.visit(), id)
        .completeOnTimeout(now, wait, TimeUnit.MILLISECONDS)
        .thenApply(then -> Reply.ok(out -> WorkShapes.approval(out, then)));
  }

  private CompletableFuture<Reply> answer(RestCall call) {
    Request request = call.request();
    if (!request.has(Field.ALLOW)) {
      throw Request.missing(Field.ALLOW);
    }
    return approvals
        .answer(
            call.visit(),
            id(call),
            request.flag(Field.ALLOW, false),
            request.text(Field.SHA256),
            request.text(Field.REASON, ""))
        .thenApply(approval -> Reply.ok(out -> WorkShapes.approval(out, approval)));
  }
}
