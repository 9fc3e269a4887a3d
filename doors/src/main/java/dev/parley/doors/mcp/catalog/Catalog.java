package dev.parley.doors.mcp.catalog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Everything a server offers. May depend on who asks, never on the connection. Any thread. */
public interface Catalog {

  /** As both generations announce them; what is not announced is not served. */
  ObjectNode capabilities();

  /** What a model should know about this server as a whole. */
  String instructions();

  /** In the order in which they are listed. */
  List<Tool> tools(Caller caller);

  @Nullable Tool tool(Caller caller, String name);

  /** Does this caller read what went wrong as JSON, with {@code success} and {@code error}? */
  default boolean failsInJson(Caller caller) {
    return false;
  }

  /** Is there a tool of this name that only some callers have? */
  default boolean isForOthers(String name) {
    return false;
  }

  /**
   * @param cursor where the last page ended, or null
   */
  Page resources(Caller caller, @Nullable String cursor);

  List<ObjectNode> resourceTemplates();

  /**
   * The contents of a resource.
   *
   * @throws dev.parley.doors.rpc.RpcError when there is none for this caller
   */
  List<ObjectNode> read(Caller caller, String uri);

  /** Is there such a resource for this caller, so that its changes may be watched? */
  boolean isReadable(Caller caller, String uri);

  List<Prompt> prompts();

  /** What an argument of a prompt may be, given how it begins and what else is known. */
  List<String> completePrompt(Caller caller, String prompt, String argument, String begun);

  /** What a variable of a resource template may be. */
  List<String> completeResource(Caller caller, String template, String variable, String begun);

  /** Where changes of all this are announced. */
  Changes changes();

  /**
   * @param next the cursor of the next page, or null at the end
   */
  record Page(List<ObjectNode> items, @Nullable String next) {}

  /** A prompt and how it is made. */
  record Prompt(ObjectNode definition, PromptHandler handler) {
    public String name() {
      return definition.path("name").asString("");
    }
  }

  /** Makes the result of {@code prompts/get}. */
  @FunctionalInterface
  interface PromptHandler {
    ObjectNode get(CallContext context, Map<String, String> arguments) throws InterruptedException;
  }
}
