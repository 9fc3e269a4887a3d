package dev.parley.agents.tasks;

import dev.parley.core.message.TaskStatus;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A task and how far it has come.
 *
 * @param id as its sender calls it, or that of the message that asked for it
 * @param number of that message; the order of tasks
 * @param messageId of that message
 * @param from who wants it done
 * @param assignees who is to do it
 * @param title the beginning of what was asked
 * @param changedAt when it last moved, Unix milliseconds
 * @param by who moved it last
 * @param note what was said then, or why it failed
 * @param resultId the message that ended it, with its artifacts; null while it goes on
 */
public record Task(
    String id,
    long number,
    String messageId,
    String from,
    List<String> assignees,
    String title,
    TaskStatus status,
    long createdAt,
    long changedAt,
    String by,
    @Nullable String note,
    @Nullable String resultId) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<TaskStatus> ENDED =
      Set.of(TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELED);

  public Task {
    assignees = List.copyOf(assignees);
  }

  public boolean isOpen() {
    return !ENDED.contains(status);
  }

  /** Does this one want it done, or do it? */
  public boolean isOf(String agent) {
    return from.equals(agent) || assignees.contains(agent);
  }

  /** What has ended stays as it is, and nothing goes back to where it began. */
  boolean mayBecome(TaskStatus next) {
    return isOpen() && next != TaskStatus.SUBMITTED;
  }

  Task becoming(
      TaskStatus next, String who, long when, @Nullable String said, @Nullable String message) {
    return new Task(
        id,
        number,
        messageId,
        from,
        assignees,
        title,
        next,
        createdAt,
        when,
        who,
        said,
        ENDED.contains(next) ? message : null);
  }

  Task assignedTo(List<String> all) {
    return new Task(
        id, number, messageId, from, all, title, status, createdAt, changedAt, by, note, resultId);
  }

  byte[] toJson() {
    return JSON.writeValueAsBytes(this);
  }

  static Task of(byte[] json) {
    return JSON.readValue(json, Task.class);
  }
}
