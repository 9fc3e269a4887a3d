package dev.parley.doors.rest;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.approvals.Approvals;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
            .query(QueryParameter.STATE, QueryParameter.LIMIT)
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
    List<Approval> found = approvals.list(call.visit(), !"all".equals(state), call.limit());
    return Reply.ok(
            out -> {
              out.ascii("{\"approvals\":");
              Shapes.list(out, found, ApprovalOperations::write);
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
      return Reply.ok(out -> write(out, now)).now();
    }
    return approvals
        .decided(call.visit(), id)
        .completeOnTimeout(now, wait, TimeUnit.MILLISECONDS)
        .thenApply(then -> Reply.ok(out -> write(out, then)));
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
        .thenApply(approval -> Reply.ok(out -> write(out, approval)));
  }

  private static void write(JsonBuffer out, Approval approval) {
    out.ascii("{\"id\":").string(approval.id());
    out.ascii(",\"asker\":").string(approval.asker());
    out.ascii(",\"approvers\":");
    Shapes.list(out, approval.approvers(), JsonBuffer::string);
    out.ascii(",\"what\":").string(approval.what());
    out.ascii(",\"sha256\":").string(approval.sha256());
    out.ascii(",\"state\":").string(approval.state().wireName());
    out.ascii(",\"askedAt\":").number(approval.askedAt());
    out.ascii(",\"expiresAt\":").number(approval.expiresAt());
    if (approval.at() > 0) {
      out.ascii(",\"decidedAt\":").number(approval.at());
    }
    text(out, ",\"by\":", approval.by());
    text(out, ",\"door\":", approval.door());
    text(out, ",\"reason\":", approval.reason());
    out.ascii("}");
  }

  private static void text(JsonBuffer out, String name, @Nullable String value) {
    if (value != null) {
      out.ascii(name).string(value);
    }
  }
}
