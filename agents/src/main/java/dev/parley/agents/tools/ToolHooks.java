package dev.parley.agents.tools;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What hooks make of the use of a tool. On the turn's thread. */
final class ToolHooks {
  private final Hooks hooks;

  ToolHooks(Hooks hooks) {
    this.hooks = hooks;
  }

  /** What is to be done now. */
  sealed interface Before {
    record Run(String tool, JsonNode input) implements Before {}

    /** The tool is not used: this is the result. */
    record Handled(ToolResult result) implements Before {}
  }

  Before before(String tool, JsonNode input) throws InterruptedException {
    if (!hooks.isAwaited(HookPoint.TOOL_PRE_EXECUTE)) {
      return new Before.Run(tool, input);
    }
    Hooks.Answer answer = hooks.ask(HookPoint.TOOL_PRE_EXECUTE, payload(tool, input));
    JsonNode payload = answer.payload();
    return answer.handled()
        ? new Before.Handled(result(payload))
        : new Before.Run(payload.path("tool").asString(tool), payload.path("input"));
  }

  private static ObjectNode payload(String tool, JsonNode input) {
    ObjectNode payload = JsonNodeFactory.instance.objectNode().put("tool", tool);
    payload.set("input", input);
    return payload;
  }

  private static ToolResult result(JsonNode payload) {
    if (payload.path("error").isString()) {
      return new ToolResult(payload.path("error").asString(), true);
    }
    JsonNode result = payload.path("result");
    return result.isMissingNode()
        ? new ToolResult(payload.toString(), false)
        : read(result, new ToolResult("", false));
  }

  ToolResult after(String tool, JsonNode input, ToolResult was) throws InterruptedException {
    if (!hooks.isAwaited(HookPoint.TOOL_POST_EXECUTE)) {
      return was;
    }
    ObjectNode payload = payload(tool, input);
    payload.putObject("result").put("content", was.text()).put("is_error", was.failed());
    return read(hooks.ask(HookPoint.TOOL_POST_EXECUTE, payload).payload().path("result"), was);
  }

  /** A text, or an object with {@code content} and {@code is_error}; others as they are written. */
  private static ToolResult read(JsonNode result, ToolResult was) {
    if (result.isString()) {
      return new ToolResult(Toolbox.cut(result.asString()), was.failed());
    }
    return result.path("content").isString()
        ? new ToolResult(
            Toolbox.cut(result.path("content").asString()),
            result.path("is_error").asBoolean(was.failed()))
        : new ToolResult(Toolbox.cut(result.toString()), was.failed());
  }
}
