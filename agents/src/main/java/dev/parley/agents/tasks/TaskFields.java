package dev.parley.agents.tasks;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a message says about a task, in members that the core only carries.
 *
 * @param taskId null where it says none
 * @param artifacts a list, or something missing
 */
record TaskFields(
    @Nullable String taskId,
    @Nullable TaskStatus status,
    @Nullable String error,
    JsonNode artifacts) {
  static final int ARTIFACTS_MAX = 100;
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> KINDS = Set.of("text", "data", "file");

  static TaskFields of(Draft draft) {
    byte[] extras = draft.extras();
    if (extras == null) {
      return new TaskFields(null, null, null, JSON.missingNode());
    }
    JsonNode carried = JSON.readTree("{" + new String(extras, StandardCharsets.UTF_8) + "}");
    return new TaskFields(
        carried.path("taskId").stringValue(null),
        status(carried.path("taskStatus").stringValue(null)),
        carried.path("error").stringValue(null),
        carried.path("artifacts"));
  }

  private static @Nullable TaskStatus status(@Nullable String name) {
    for (TaskStatus each : TaskStatus.values()) {
      if (each.wireName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Which task a message that is no request is about; null when it does not say. */
  @Nullable String about(Draft draft) {
    if (taskId != null) {
      return taskId;
    }
    MessageId replyTo = draft.replyTo();
    return replyTo == null ? null : replyTo.toString();
  }

  /** Where a message moves its task; null when it only talks about it. */
  @Nullable TaskStatus move(MessageType type) {
    if (status != null) {
      return status;
    }
    if (type != MessageType.TASK_RESULT) {
      return null;
    }
    return error == null ? TaskStatus.COMPLETED : TaskStatus.FAILED;
  }

  /** Refuses artifacts that nobody could use. */
  void requireArtifacts() {
    if (artifacts.isMissingNode()) {
      return;
    }
    if (!artifacts.isArray() || artifacts.size() > ARTIFACTS_MAX) {
      throw bad("'artifacts' must be a list of at most " + ARTIFACTS_MAX);
    }
    for (JsonNode artifact : artifacts) {
      String kind = artifact.path("type").asString(artifact.path("kind").asString(""));
      if (KINDS.contains(kind)
          && kind.equals("file")
          && !artifact.path("sha256").asString("").matches("[0-9a-f]{64}")) {
        throw bad("an artifact of the type 'file' names its blob: 'sha256', 64 hexadecimal digits");
      }
    }
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
