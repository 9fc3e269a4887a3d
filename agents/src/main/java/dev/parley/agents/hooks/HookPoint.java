package dev.parley.agents.hooks;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where apps may look at what happens, and change it. */
public enum HookPoint {
  TOOL_PRE_EXECUTE("tool.pre_execute"),
  TOOL_POST_EXECUTE("tool.post_execute"),
  MESSAGE_PRE_SEND("message.pre_send"),
  MESSAGE_POST_RECEIVE("message.post_receive"),
  MEMORY_PRE_STORE("memory.pre_store"),
  MEMORY_PRE_RECALL("memory.pre_recall"),
  SESSION_MESSAGE_APPEND("session.message_append"),
  PROMPT_SYSTEM_SECTIONS("prompt.system_sections"),
  STEERING_GENERATE("steering.generate"),
  RESPONSE_STREAM("response.stream");

  private static final Map<String, HookPoint> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(HookPoint::wireName, Function.identity()));

  private final String wireName;

  HookPoint(String wireName) {
    this.wireName = wireName;
  }

  /** As manifests, permissions and apps call it. */
  public String wireName() {
    return wireName;
  }

  public static Optional<HookPoint> named(String wireName) {
    return Optional.ofNullable(BY_NAME.get(wireName));
  }
}
