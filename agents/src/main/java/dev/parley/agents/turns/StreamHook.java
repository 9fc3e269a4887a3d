package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.HookShapes;
import dev.parley.agents.hooks.Hooks;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What hooks make of what happens in a turn, before it is shown. */
final class StreamHook {
  private StreamHook() {}

  /**
   * Null when it is not to be shown. What somebody's leave is asked for is no business of hooks. An
   * interrupt leaves an event as it is, and is passed on.
   */
  static @Nullable BrainEvent changed(Hooks hooks, BrainEvent event) {
    if (event instanceof BrainEvent.PermissionAsked
        || !hooks.isAwaited(HookPoint.RESPONSE_STREAM)) {
      return event;
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    payload.set("event", write(event));
    try {
      JsonNode changed = hooks.ask(HookPoint.RESPONSE_STREAM, payload).payload();
      return HookShapes.isSuppressed(changed) ? null : read(changed.path("event"), event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return event;
    }
  }

  private static ObjectNode write(BrainEvent event) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return switch (event) {
      case BrainEvent.Text(String piece) -> json.put("type", "text").put("content", piece);
      case BrainEvent.Thinking(String piece) -> json.put("type", "thinking").put("content", piece);
      case BrainEvent.ToolCalled(String call, String tool, String arguments) ->
          json.put("type", "tool_call")
              .put("id", call)
              .put("name", tool)
              .put("arguments", arguments);
      case BrainEvent.ToolAnswered(String call, String result, boolean failed) ->
          json.put("type", "tool_result")
              .put("id", call)
              .put("content", result)
              .put("is_error", failed);
      case BrainEvent.PermissionAsked(String call, String what) ->
          json.put("type", "permission").put("id", call).put("content", what);
    };
  }

  /** Its words may be others; of what kind it is, and what it belongs to, stays. */
  private static BrainEvent read(JsonNode json, BrainEvent was) {
    return switch (was) {
      case BrainEvent.Text(String piece) -> new BrainEvent.Text(content(json, piece));
      case BrainEvent.Thinking(String piece) -> new BrainEvent.Thinking(content(json, piece));
      case BrainEvent.ToolCalled(String call, String tool, String arguments) ->
          new BrainEvent.ToolCalled(call, tool, json.path("arguments").asString(arguments));
      case BrainEvent.ToolAnswered(String call, String result, boolean failed) ->
          new BrainEvent.ToolAnswered(call, content(json, result), failed);
      case BrainEvent.PermissionAsked asked -> asked;
    };
  }

  private static String content(JsonNode json, String otherwise) {
    return json.path("content").asString(otherwise);
  }
}
