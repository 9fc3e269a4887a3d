package dev.parley.doors.mcp.catalog;

import dev.parley.doors.mcp.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool, declared once.
 *
 * @param description for a model: short, with an example
 * @param output the schema of its structured result, or null when it has none
 */
public record Tool(
    String name,
    String title,
    String description,
    ObjectNode input,
    @Nullable ObjectNode output,
    @Nullable ObjectNode annotations,
    Handler handler) {

  /** What a call does. It may block; an interrupt means that nobody waits any more. */
  @FunctionalInterface
  public interface Handler {
    ToolResult call(CallContext context, ObjectNode arguments) throws InterruptedException;
  }

  /** As in {@code tools/list}. */
  public ObjectNode definition() {
    ObjectNode definition = Json.object().put("name", name).put("title", title);
    definition.put("description", description);
    definition.set("inputSchema", input);
    if (output != null) {
      definition.set("outputSchema", output);
    }
    if (annotations != null) {
      definition.set("annotations", annotations);
    }
    return definition;
  }
}
