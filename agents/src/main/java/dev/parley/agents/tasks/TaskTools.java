package dev.parley.agents.tasks;

import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.TaskStatus;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/**
 * {@code agent(resource: task)}: the tasks an agent has given or got. In a turn that others have
 * caused it learns what a task is about only where that was said by whoever the turn is with.
 */
public final class TaskTools {
  private static final int LIMIT = 20;
  private static final int LIMIT_MAX = 100;
  private static final Parameter ID = Parameter.text("id", "as list tells it");

  private final Tasks tasks;

  public TaskTools(Tasks tasks) {
    this.tasks = tasks;
  }

  public Tool tool() {
    return Tool.of(
        "agent",
        "What you are on this hub, and what you can do with its parts.",
        "task",
        List.of(
            Action.of(
                "list",
                "tasks that you gave or got, the newest first",
                this::list,
                Parameter.text("status", "such as working; all without it").optional(),
                Parameter.number("limit", "how many").optional()),
            Action.of("get", "how far a task has come", this::get, ID),
            Action.of(
                    "cancel",
                    "take back a task that you gave",
                    this::cancel,
                    ID,
                    Parameter.text("reason", "why").optional())
                .forOwner()));
  }

  private String list(ToolUse use, Arguments told) {
    TaskStatus status = told.optionalText("status").map(TaskTools::status).orElse(null);
    List<Task> found =
        tasks.list(
            use.visit(),
            task -> task.isOf(use.agent().value()) && (status == null || task.status() == status),
            Long.MAX_VALUE,
            told.number("limit", LIMIT, LIMIT_MAX));
    return found.isEmpty()
        ? "no tasks"
        : found.stream().map(task -> line(use, task)).collect(Collectors.joining("\n"));
  }

  private static TaskStatus status(String text) {
    return Arrays.stream(TaskStatus.values())
        .filter(each -> each.wireName().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.BAD_REQUEST,
                    "'status' must be one of "
                        + Arrays.stream(TaskStatus.values())
                            .map(TaskStatus::wireName)
                            .collect(Collectors.joining(", "))));
  }

  private static boolean mayKnow(ToolUse use, Task task) {
    return use.origin().isTrusted()
        || use.request().messages().stream()
            .allMatch(message -> message.draft().from().equals(task.from()));
  }

  private String get(ToolUse use, Arguments told) {
    Task task = tasks.get(use.visit(), told.text("id"));
    String note = task.note();
    return line(use, task)
        + (note == null || !mayKnow(use, task) ? "" : "\n" + task.by() + " said: " + note);
  }

  private String cancel(ToolUse use, Arguments told) throws InterruptedException {
    try {
      return line(
          use,
          tasks.cancel(use.visit(), told.text("id"), told.optionalText("reason").orElse("")).get());
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  private static String line(ToolUse use, Task task) {
    return "%s (%s) from %s to %s"
            .formatted(
                task.id(),
                task.status().wireName(),
                task.from(),
                String.join(", ", task.assignees()))
        + (mayKnow(use, task) ? ": " + task.title() : "");
  }
}
