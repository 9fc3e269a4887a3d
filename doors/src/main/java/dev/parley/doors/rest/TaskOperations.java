package dev.parley.doors.rest;

import dev.parley.agents.tasks.Task;
import dev.parley.agents.tasks.Tasks;
import dev.parley.core.message.TaskStatus;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.WorkShapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What agents have asked each other to do. */
final class TaskOperations {
  private static final String ONE = "/api/tasks/{taskId}";

  private final Tasks tasks;

  TaskOperations(Tasks tasks) {
    this.tasks = tasks;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/tasks", "listTasks", "Tasks, the newest first")
            .by(Access.ANYONE)
            .query(
                QueryParameter.STATE,
                QueryParameter.AGENT,
                QueryParameter.LIMIT,
                QueryParameter.CURSOR)
            .answering("Tasks")
            .doing(this::list),
        Operation.get(ONE, "getTask", "How far a task has come, and what it has come to")
            .by(Access.ANYONE)
            .answering("Task")
            .doing(this::get),
        Operation.post(ONE + "/cancel", "cancelTask", "Have a task broken off")
            .by(Access.ANYONE)
            .taking("TaskCancellation")
            .answering("Task")
            .audited("task.cancel")
            .doing(this::cancel));
  }

  private static String id(RestCall call) {
    return call.segment("taskId", Function.identity());
  }

  private CompletableFuture<Reply> list(RestCall call) {
    String after = call.query(QueryParameter.CURSOR);
    long before = after == null ? Long.MAX_VALUE : tasks.get(call.visit(), after).number();
    int limit = call.limit();
    Predicate<Task> inState = inState(call.query(QueryParameter.STATE));
    String agent = call.query(QueryParameter.AGENT);
    List<Task> found =
        tasks.list(
            call.visit(),
            task -> inState.test(task) && (agent == null || task.isOf(agent)),
            before,
            limit);
    return Reply.ok(
            out -> {
              out.ascii("{\"tasks\":");
              Shapes.list(out, found, WorkShapes::task);
              if (found.size() == limit) {
                out.ascii(",\"next\":").string(found.getLast().id());
              }
              out.ascii("}");
            })
        .now();
  }

  private static Predicate<Task> inState(@Nullable String name) {
    if (name == null || name.equals("all")) {
      return _ -> true;
    }
    if (name.equals("open")) {
      return Task::isOpen;
    }
    return Stream.of(TaskStatus.values())
        .filter(each -> each.wireName().equals(name))
        .findFirst()
        .<Predicate<Task>>map(state -> task -> task.status() == state)
        .orElseThrow(
            () ->
                RestCall.wrong(
                    QueryParameter.STATE,
                    Stream.of(TaskStatus.values())
                        .map(each -> "'" + each.wireName() + "'")
                        .collect(Collectors.joining(", ", "", ", 'open' or 'all'"))));
  }

  private CompletableFuture<Reply> get(RestCall call) {
    return shown(tasks.get(call.visit(), id(call)));
  }

  private CompletableFuture<Reply> cancel(RestCall call) {
    return tasks
        .cancel(call.visit(), id(call), call.request().text(Field.REASON, ""))
        .thenCompose(this::shown);
  }

  private CompletableFuture<Reply> shown(Task task) {
    return tasks
        .artifacts(task)
        .thenApply(
            artifacts ->
                Reply.ok(
                    out -> {
                      WorkShapes.openTask(out, task);
                      out.ascii(",\"artifacts\":").raw(artifacts).ascii("}");
                    }));
  }
}
