package dev.parley.agents.turns;

import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The members about tasks that messages carry, as far as turns look at them. */
final class TaskMembers {
  private static final JsonMapper JSON = new JsonMapper();

  private TaskMembers() {}

  static @Nullable String taskId(Draft draft) {
    return member(draft, "taskId");
  }

  /** The schedule that a message says has sent it. */
  static @Nullable String schedule(Draft draft) {
    JsonNode carried = carried(draft);
    return carried == null ? null : carried.path("metadata").path("schedule").stringValue(null);
  }

  /** How a task stands is for those who keep tasks; only a question is thought about. */
  static boolean isForThinking(Draft draft) {
    return draft.type() != MessageType.TASK_STATUS
        || TaskStatus.INPUT_REQUIRED.wireName().equals(member(draft, "taskStatus"));
  }

  private static @Nullable String member(Draft draft, String name) {
    JsonNode carried = carried(draft);
    return carried == null ? null : carried.path(name).stringValue(null);
  }

  private static @Nullable JsonNode carried(Draft draft) {
    byte[] extras = draft.extras();
    return extras == null
        ? null
        : JSON.readTree("{" + new String(extras, StandardCharsets.UTF_8) + "}");
  }
}
