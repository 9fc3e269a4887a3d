package dev.parley.doors.mcp.tools;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.approvals.Approvals;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.MessageId;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What somebody wants leave for, and giving it, for those who were asked. */
final class ApprovalTools {
  private static final int LIMIT_DEFAULT = 20;
  private static final String ONE =
      "'success!':{'type':'boolean'},'notice!':{'type':'string'},'approval!':{'type':'object'}";

  private final Broker broker;
  private final Approvals approvals;
  private final AuditLog audit;

  ApprovalTools(Broker broker, Approvals approvals, AuditLog audit) {
    this.broker = broker;
    this.approvals = approvals;
    this.audit = audit;
  }

  void declare(Declarations declarations) {
    declarations.look(
        "list_approvals",
        "List requests for approval",
        "What you asked leave for or were asked, the newest first. Example: {\"state\":\"open\"}",
        "'state':{'type':'string','enum':['open','all'],'description':'default open'},"
            + "'limit':{'type':'integer','minimum':1,'maximum':100,'description':'default 20'}",
        "'success!':{'type':'boolean'},'notice!':{'type':'string'},"
            + "'approvals!':{'type':'array','items':{'type':'object'}}",
        this::list);
    declarations.look(
        "get_approval",
        "Look at a request for approval",
        "One request for approval, or what came of it."
            + " Example: {\"approvalId\":\"0198c0de-…\"}",
        "'approvalId!':{'type':'string'}",
        ONE,
        this::get);
    declarations.act(
        "answer_approval",
        "Allow or deny",
        "Answer a request for approval that you were asked; the first answer counts. With the"
            + " sha256 of the request the answer is about exactly that payload."
            + " Example: {\"approvalId\":\"0198c0de-…\",\"allow\":false,"
            + "\"reason\":\"not today\"}",
        "'approvalId!':{'type':'string'},'allow!':{'type':'boolean'},"
            + "'sha256':{'type':'string'},'reason':{'type':'string'}",
        ONE,
        this::answer);
  }

  private ToolResult list(CallContext context, ObjectNode arguments) {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    boolean openOnly = !arguments.path("state").asString("").equals("all");
    List<Approval> found =
        approvals.list(visit, openOnly, null, arguments.path("limit").asInt(LIMIT_DEFAULT));
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    ArrayNode list = result.putArray("approvals");
    found.forEach(approval -> list.add(shown(approval)));
    return ToolResult.structured(result);
  }

  private static String id(ObjectNode arguments) {
    return MessageId.parse(arguments.path("approvalId").asString()).toString();
  }

  private ToolResult get(CallContext context, ObjectNode arguments) {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    return one(approvals.get(visit, id(arguments)));
  }

  private ToolResult answer(CallContext context, ObjectNode arguments) throws InterruptedException {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    String id = id(arguments);
    String sha256 = arguments.path("sha256").asString("");
    Approval answered =
        Waits.result(
            approvals.answer(
                visit,
                id,
                arguments.path("allow").asBoolean(),
                sha256.isEmpty() ? null : sha256,
                arguments.path("reason").asString("")));
    audit.done(context.caller().visit(), "approval.answer", id, null);
    return one(answered);
  }

  private static ToolResult one(Approval approval) {
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    result.set("approval", shown(approval));
    return ToolResult.structured(result);
  }

  private static ObjectNode shown(Approval approval) {
    ObjectNode shown = Json.object().put("id", approval.id());
    shown.put("state", approval.state().wireName()).put("asker", approval.asker());
    ArrayNode approvers = shown.putArray("approvers");
    approval.approvers().forEach(approvers::add);
    shown.put("what", approval.what()).put("sha256", approval.sha256());
    shown.put("askedAt", approval.askedAt()).put("expiresAt", approval.expiresAt());
    put(shown, "by", approval.by());
    put(shown, "reason", approval.reason());
    return shown;
  }

  private static void put(ObjectNode shown, String name, @Nullable String value) {
    if (value != null) {
      shown.put(name, value);
    }
  }
}
