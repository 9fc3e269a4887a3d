package dev.parley.doors.mcp.catalog;

import dev.parley.core.error.Refused;
import dev.parley.doors.rpc.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool answers. A failure that a model can do something about is an answer too.
 *
 * @param structured the same as an object, or null
 */
public record ToolResult(
    ArrayNode content,
    @Nullable ObjectNode structured,
    boolean isError,
    @Nullable Duration retryAfter) {

  public ToolResult(ArrayNode content, @Nullable ObjectNode structured, boolean isError) {
    this(content, structured, isError, null);
  }

  public static ToolResult text(String text) {
    return new ToolResult(Json.array().add(textBlock(text)), null, false);
  }

  public static ToolResult failure(String text) {
    return new ToolResult(Json.array().add(textBlock(text)), null, true);
  }

  /** What the hub has refused, as every door says it. */
  public static ToolResult failure(Refused why) {
    String text = why.code().wireName() + ": " + why.getMessage();
    return new ToolResult(Json.array().add(textBlock(text)), null, true, why.retryAfter());
  }

  public static ToolResult content(ObjectNode... blocks) {
    ArrayNode content = Json.array();
    for (ObjectNode block : blocks) {
      content.add(block);
    }
    return new ToolResult(content, null, false);
  }

  /** The object, and its JSON as text for clients that only know that. */
  public static ToolResult structured(ObjectNode value) {
    return new ToolResult(Json.array().add(textBlock(Json.text(value))), value, false);
  }

  /** A failure for clients that expect it as an object. */
  public ToolResult failureAsJson() {
    ObjectNode failure = Json.object().put("success", false);
    failure.put("error", content.path(0).path("text").asString(""));
    return new ToolResult(
        Json.array().add(textBlock(Json.text(failure))), structured, isError, retryAfter);
  }

  public static ObjectNode textBlock(String text) {
    return Json.object().put("type", "text").put("text", text);
  }

  public ObjectNode toJson() {
    ObjectNode result = Json.object();
    result.set("content", content);
    if (structured != null) {
      result.set("structuredContent", structured);
    }
    if (isError) {
      result.put("isError", true);
    }
    if (retryAfter != null) {
      result.putObject("_meta").put("parley/retryAfterMs", retryAfter.toMillis());
    }
    return result;
  }
}
