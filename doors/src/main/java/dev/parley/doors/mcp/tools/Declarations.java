package dev.parley.doors.mcp.tools;

import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Collects tools as they are declared. Schemas are written as {@link Json#of} reads them. */
final class Declarations {
  private static final String CONTENT =
      "'messages':{'type':'array','items':{'type':'object'}},'notice':{'type':'string'}";

  private final List<Tool> tools = new ArrayList<>();

  List<Tool> tools() {
    return List.copyOf(tools);
  }

  /** A tool that only looks. */
  void look(
      String name, String title, String text, String input, String output, Tool.Handler handler) {
    ObjectNode annotations =
        Json.object()
            .put("readOnlyHint", true)
            .put("idempotentHint", true)
            .put("openWorldHint", false);
    tools.add(new Tool(name, title, text, input(input), output(output), annotations, handler));
  }

  /** A tool that changes something. */
  void act(
      String name, String title, String text, String input, String output, Tool.Handler handler) {
    ObjectNode annotations = changing(false);
    tools.add(new Tool(name, title, text, input(input), output(output), annotations, handler));
  }

  /** A tool that changes something, and nothing more when it is called again. */
  void repeatable(
      String name, String title, String text, String input, String output, Tool.Handler handler) {
    ObjectNode annotations = changing(false).put("idempotentHint", true);
    tools.add(new Tool(name, title, text, input(input), output(output), annotations, handler));
  }

  /** A tool that ends something for good. */
  void end(
      String name, String title, String text, String input, String output, Tool.Handler handler) {
    ObjectNode annotations = changing(true);
    tools.add(new Tool(name, title, text, input(input), output(output), annotations, handler));
  }

  private static ObjectNode changing(boolean destructive) {
    return Json.object()
        .put("readOnlyHint", false)
        .put("destructiveHint", destructive)
        .put("openWorldHint", false);
  }

  /** The last tool can do what it does without blocking, too. */
  void async(Tool.AsyncHandler handler) {
    Tool last = tools.removeLast();
    tools.add(
        new Tool(
            last.name(),
            last.title(),
            last.description(),
            last.input(),
            last.output(),
            last.annotations(),
            last.handler(),
            handler));
  }

  /**
   * @param members {@code 'name!':{…}} for what must be given, {@code 'name':{…}} for what may be
   */
  private static ObjectNode input(String members) {
    return schema(members).put("additionalProperties", false);
  }

  private static ObjectNode output(String members) {
    return schema(members.replace("$messages", CONTENT));
  }

  private static ObjectNode schema(String members) {
    ObjectNode declared = Json.of("{" + members + "}");
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    List<String> required = new ArrayList<>();
    declared
        .properties()
        .forEach(
            member -> {
              String name = member.getKey().replace("!", "");
              properties.set(name, member.getValue());
              if (member.getKey().endsWith("!")) {
                required.add(name);
              }
            });
    if (!required.isEmpty()) {
      required.forEach(schema.putArray("required")::add);
    }
    return schema;
  }

  /** The same tool for an owner who may name, with each call, whom it acts for. */
  static Tool forOwner(Tool tool) {
    ObjectNode input = tool.input().deepCopy();
    input
        .withObjectProperty("properties")
        .putObject(Acting.ARGUMENT)
        .put("type", "string")
        .put("description", "act as this agent instead of as developer");
    return new Tool(
        tool.name(),
        tool.title(),
        tool.description(),
        input,
        tool.output(),
        tool.annotations(),
        tool.handler(),
        tool.async());
  }
}
