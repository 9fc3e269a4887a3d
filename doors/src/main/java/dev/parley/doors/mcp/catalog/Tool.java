package dev.parley.doors.mcp.catalog;

import dev.parley.doors.rpc.Json;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool, declared once.
 *
 * @param description for a model: short, with an example
 * @param output the schema of its structured result, or null when it has none
 * @param async the same as the handler for a caller that cannot wait, or null when it has to
 */
public record Tool(
    String name,
    String title,
    String description,
    ObjectNode input,
    @Nullable ObjectNode output,
    @Nullable ObjectNode annotations,
    Handler handler,
    @Nullable AsyncHandler async) {

  /** A tool whose calls may take their time, each on a thread of its own. */
  public Tool(
      String name,
      String title,
      String description,
      ObjectNode input,
      @Nullable ObjectNode output,
      @Nullable ObjectNode annotations,
      Handler handler) {
    this(name, title, description, input, output, annotations, handler, null);
  }

  /** What a call does. It may block; an interrupt means that nobody waits any more. */
  @FunctionalInterface
  public interface Handler {
    ToolResult call(CallContext context, ObjectNode arguments) throws InterruptedException;
  }

  /**
   * What a call does that must not block and has nothing to say before its result. It spares the
   * call a thread, and with it two hand-overs, which cost more than sending a message does.
   */
  @FunctionalInterface
  public interface AsyncHandler {

    /**
     * @param then where to make the result of what the hub answered: not on the thread that brings
     *     the answer, which has others to serve
     */
    CompletableFuture<ToolResult> call(CallContext context, ObjectNode arguments, Executor then);
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
