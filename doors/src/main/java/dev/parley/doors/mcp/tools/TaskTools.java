package dev.parley.doors.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.tasks.Task;
import dev.parley.agents.tasks.Tasks;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.TaskStatus;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What agents have asked each other to do: how far it has come, and taking it back. */
final class TaskTools {
  private static final int LIMIT_DEFAULT = 20;
  private static final String ONE = "'success!':{'type':'boolean'},'task!':{'type':'object'}";
  private static final String STATES =
      Stream.of(TaskStatus.values())
          .map(status -> "'" + status.wireName() + "'")
          .collect(Collectors.joining(","));

  private final Broker broker;
  private final Tasks tasks;

  TaskTools(Broker broker, Tasks tasks) {
    this.broker = broker;
    this.tasks = tasks;
  }

  void declare(Declarations declarations) {
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
    ObjectNode shown = shown(task);
    String artifacts = Waits.result(tasks.artifacts(task));
    if (artifacts.length() <= Preview.FIELD_MAX) {
      shown.set("artifacts", Json.parse(artifacts.getBytes(UTF_8)));
    } else {
      shown.put("artifactsIn", task.resultId()); // get_message reads them
    }
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    result.set("task", shown);
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
