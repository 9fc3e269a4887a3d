package dev.parley.doors.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.tasks.Task;
import dev.parley.agents.tasks.Tasks;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import dev.parley.core.sending.Receipt;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What agents ask each other to do: giving it, how far it has come, and taking it back. */
final class TaskTools {
  private static final int LIMIT_DEFAULT = 20;
  private static final String ONE = "'success!':{'type':'boolean'},'task!':{'type':'object'}";
  private static final String STATES =
      Stream.of(TaskStatus.values())
          .map(status -> "'" + status.wireName() + "'")
          .collect(Collectors.joining(","));

  private final Broker broker;
  private final Drafting drafting;
  private final Tasks tasks;

  TaskTools(Broker broker, Drafting drafting, Tasks tasks) {
    this.broker = broker;
    this.drafting = drafting;
    this.tasks = tasks;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "give_task",
        "Give a task",
        "Have an agent do something; how far it comes, get_task tells, and its result comes to your"
            + " inbox. Example: {\"to\":\"builder\",\"task\":\"Mend the build.\"}",
        "'to!':{'type':'string','description':'an agent, or a path'},'task!':{'type':'string'},"
            + "'taskId':{'type':'string','description':'its name, if it is to have one'},"
            + Drafting.OPTIONS,
        ONE + ",'notice!':{'type':'string'},'note':{'type':'string'}",
        this::give);
    declarations.act(
        "report_task",
        "Report on a task",
        "Say how a task stands that you were given. 'completed' and 'failed' end it. Example:"
            + " {\"taskId\":\"build-12\",\"state\":\"completed\",\"text\":\"It is green.\"}",
        "'taskId!':{'type':'string'},'state!':{'type':'string','enum':['working','input-required',"
            + "'completed','failed']},'text!':{'type':'string','description':'what has come of it,"
            + " or what you need to know'},'artifacts':{'type':'array','items':{'type':'object'},"
            + "'description':'such as {type: text, text: …}'},"
            + Drafting.PRIORITY,
        ONE + ",'notice!':{'type':'string'}",
        this::report);
    declarations.look(
        "list_tasks",
        "List tasks",
        "Tasks that you gave or got, the newest first. Example: {\"state\":\"working\"}",
        "'state':{'type':'string','enum':["
            + STATES
            + "]},'limit':{'type':'integer','minimum':1,'maximum':100,'description':'default 20'},"
            + "'before':{'type':'string','description':'only tasks older than this one'}",
        "'success!':{'type':'boolean'},'notice':{'type':'string'},"
            + "'tasks!':{'type':'array','items':{'type':'object'}},'more!':{'type':'boolean'}",
        this::list);
    declarations.look(
        "get_task",
        "Look at a task",
        "How far a task has come, and what it has come to. Example: {\"taskId\":\"build-12\"}",
        "'taskId!':{'type':'string'}",
        ONE + ",'notice!':{'type':'string'}",
        this::get);
    declarations.repeatable(
        "cancel_task",
        "Cancel a task",
        "Have a task broken off that you gave or got."
            + " Example: {\"taskId\":\"build-12\",\"reason\":\"not needed any more\"}",
        "'taskId!':{'type':'string'},'reason':{'type':'string'}",
        ONE + ",'notice!':{'type':'string'}",
        this::cancel);
  }

  private ToolResult give(CallContext context, ObjectNode arguments) throws InterruptedException {
    Draft.Builder draft =
        drafting
            .draft(context, arguments, "task")
            .to(drafting.path("to", arguments.path("to")))
            .type(MessageType.TASK);
    String named = arguments.path("taskId").asString("");
    if (!named.isEmpty()) {
      draft.set(EnvelopeField.TASK_ID, EnvelopeField.TASK_ID.value("taskId", named));
    }
    Receipt receipt = route(context, draft.build());
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    String id = named.isEmpty() ? receipt.message().id().toString() : named;
    return one(
        tasks.get(visit, id),
        receipt.delivered() ? null : "nobody receives it; it is kept as a dead letter");
  }

  /** The hub's ledger decides who may say so, and whether the task may become that. */
  private ToolResult report(CallContext context, ObjectNode arguments) throws InterruptedException {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    Task task = tasks.get(visit, arguments.path("taskId").asString());
    String state = arguments.path("state").asString();
    boolean ends = state.equals("completed") || state.equals("failed");
    Draft.Builder draft =
        drafting
            .draft(context, arguments, "text")
            .to(Path.parse("agent/" + task.from()))
            .type(ends ? MessageType.TASK_RESULT : MessageType.TASK_STATUS)
            .replyTo(MessageId.parse(task.messageId()))
            .set(EnvelopeField.TASK_ID, task.id())
            .set(EnvelopeField.TASK_STATUS, EnvelopeField.TASK_STATUS.value("state", state));
    drafting.artifacts(arguments, draft);
    Receipt _ = route(context, draft.build());
    return one(tasks.get(visit, task.id()));
  }

  private Receipt route(CallContext context, Draft draft) throws InterruptedException {
    return Waits.result(broker.route(draft, Acting.sender(context.caller(), draft.from())));
  }

  private ToolResult list(CallContext context, ObjectNode arguments) {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    String state = arguments.path("state").asString("");
    String before = arguments.path("before").asString("");
    int limit = arguments.path("limit").asInt(LIMIT_DEFAULT);
    List<Task> found =
        tasks.list(
            visit,
            task -> state.isEmpty() || task.status().wireName().equals(state),
            before.isEmpty() ? Long.MAX_VALUE : tasks.get(visit, before).number(),
            limit + 1);
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    ArrayNode list = result.putArray("tasks");
    found.stream().limit(limit).forEach(task -> list.add(shown(task)));
    return ToolResult.structured(result.put("more", found.size() > limit));
  }

  private ToolResult get(CallContext context, ObjectNode arguments) throws InterruptedException {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    return one(tasks.get(visit, arguments.path("taskId").asString()));
  }

  private ToolResult cancel(CallContext context, ObjectNode arguments) throws InterruptedException {
    Visit visit = Acting.visit(context.caller(), arguments, broker.participants());
    return one(
        Waits.result(
            tasks.cancel(
                visit,
                arguments.path("taskId").asString(),
                arguments.path("reason").asString(""))));
  }

  private ToolResult one(Task task) throws InterruptedException {
    return one(task, null);
  }

  private ToolResult one(Task task, @Nullable String note) throws InterruptedException {
    ObjectNode shown = shown(task);
    String artifacts = Waits.result(tasks.artifacts(task));
    if (artifacts.length() <= Preview.FIELD_MAX) {
      shown.set("artifacts", Json.parse(artifacts.getBytes(UTF_8)));
    } else {
      shown.put("artifactsIn", task.resultId()); // get_message reads them
    }
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    result.set("task", shown);
    if (note != null) {
      result.put("note", note);
    }
    return ToolResult.structured(result);
  }

  private static ObjectNode shown(Task task) {
    ObjectNode shown = Json.object().put("id", task.id()).put("state", task.status().wireName());
    shown.put("from", task.from());
    ArrayNode assignees = shown.putArray("assignees");
    task.assignees().forEach(assignees::add);
    shown.put("title", task.title()).put("messageId", task.messageId());
    shown.put("createdAt", task.createdAt()).put("changedAt", task.changedAt());
    shown.put("by", task.by());
    if (task.note() != null) {
      shown.put("note", task.note());
    }
    if (task.resultId() != null) {
      shown.put("resultId", task.resultId());
    }
    return shown;
  }
}
