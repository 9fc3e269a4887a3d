package dev.parley.agents.hooks;

import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What the payload of each hook must look like when it comes back changed. */
public final class HookShapes {
  private static final int ITEMS_MAX = 200;
  private static final Set<String> LAYERS = Set.of("tacit", "daily", "entity");

  private HookShapes() {}

  /**
   * @param handled whether it is to stand for what the hub would have done
   */
  public static boolean fits(HookPoint point, JsonNode payload, boolean handled) {
    if (point == HookPoint.RESPONSE_STREAM) {
      return isSuppressed(payload) || isEvent(payload.path("event"));
    }
    if (!payload.isObject()) {
      return false;
    }
    return switch (point) {
      case TOOL_PRE_EXECUTE ->
          handled || (isSaid(payload.path("tool")) && payload.path("input").isObject());
      case TOOL_POST_EXECUTE -> isResult(payload.path("result"));
      case MESSAGE_PRE_SEND -> payload.path("system_prompt").isString();
      case MESSAGE_POST_RECEIVE -> payload.path("response_text").isString();
      case MEMORY_PRE_STORE -> handled || isMemory(payload);
      case MEMORY_PRE_RECALL -> handled || isSaid(payload.path("query"));
      case SESSION_MESSAGE_APPEND, RESPONSE_STREAM -> true;
      case PROMPT_SYSTEM_SECTIONS -> isList(payload.path("sections"), JsonNode::isString);
      case STEERING_GENERATE -> isList(payload.path("messages"), HookShapes::isMessage);
    };
  }

  /** Of an event of the stream: is it left out? */
  public static boolean isSuppressed(JsonNode payload) {
    return payload.isNull() || (payload.isObject() && payload.isEmpty());
  }

  private static boolean isSaid(JsonNode node) {
    return node.isString() && !node.asString().isBlank();
  }

  private static boolean isEvent(JsonNode event) {
    return event.isObject() && isSaid(event.path("type"));
  }

  private static boolean isResult(JsonNode result) {
    return result.isString()
        || (result.isObject()
            && result.path("content").isString()
            && (!result.has("is_error") || result.path("is_error").isBoolean()));
  }

  private static boolean isMemory(JsonNode payload) {
    return payload.path("key").isString()
        && isSaid(payload.path("value"))
        && LAYERS.contains(payload.path("layer").asString(""))
        && (isSaid(payload.path("key")) || !payload.path("layer").asString("").equals("entity"));
  }

  private static boolean isMessage(JsonNode message) {
    return message.isString() || (message.isObject() && message.path("content").isString());
  }

  private static boolean isList(JsonNode list, Predicate<JsonNode> item) {
    if (!list.isArray() || list.size() > ITEMS_MAX) {
      return false;
    }
    for (JsonNode each : list) {
      if (!item.test(each)) {
        return false;
      }
    }
    return true;
  }
}
