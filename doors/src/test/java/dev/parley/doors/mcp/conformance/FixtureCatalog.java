package dev.parley.doors.mcp.conformance;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the official conformance kit expects to find: the real door serves it, the hub never does.
 */
public final class FixtureCatalog implements Catalog {
  /** How often the tool {@code house_never_ends} has been told to stop. */
  public static final AtomicInteger INTERRUPTED = new AtomicInteger();

  private static final String TEMPLATE = "test://template/";

  private final Changes changes = new Changes();
  private final List<Tool> tools = new FixtureTools(changes).all();
  private final List<Prompt> prompts = fixtures();

  @Override
  public ObjectNode capabilities() {
    ObjectNode capabilities = Json.object();
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    return capabilities;
  }

  @Override
  public String instructions() {
    return "Fixtures of the conformance kit.";
  }

  @Override
  public List<Tool> tools(Caller caller) {
    return tools;
  }

  @Override
  public Tool tool(Caller caller, String name) {
    return tools.stream().filter(tool -> tool.name().equals(name)).findFirst().orElse(null);
  }

  @Override
  public Page resources(Caller caller, String cursor) {
    return new Page(
        List.of(
            resource("test://static-text", "text/plain"),
            resource("test://static-binary", "image/png"),
            resource("test://watched-resource", "text/plain")),
        null);
  }

  private static ObjectNode resource(String uri, String type) {
    return Json.object().put("uri", uri).put("name", uri).put("mimeType", type);
  }

  @Override
  public List<ObjectNode> resourceTemplates() {
    return List.of(
        Json.object()
            .put("uriTemplate", TEMPLATE + "{id}/data")
            .put("name", "template")
            .put("mimeType", "application/json"));
  }

  @Override
  public List<ObjectNode> read(Caller caller, String uri) {
    ObjectNode content = Json.object().put("uri", uri);
    if (uri.startsWith(TEMPLATE) && uri.endsWith("/data")) {
      String id = uri.substring(TEMPLATE.length(), uri.length() - "/data".length());
      ObjectNode body = Json.object().put("id", id).put("templateTest", true);
      body.put("data", "Data for ID: " + id);
      return List.of(content.put("mimeType", "application/json").put("text", Json.text(body)));
    }
    return List.of(
        switch (uri) {
          case "test://static-text" ->
              content
                  .put("mimeType", "text/plain")
                  .put("text", "This is the content of the static text resource.");
          case "test://static-binary" ->
              content.put("mimeType", "image/png").put("blob", FixtureTools.PIXEL);
          case "test://watched-resource" ->
              content.put("mimeType", "text/plain").put("text", "Watched");
          default -> throw McpError.noSuchResource(uri);
        });
  }

  @Override
  public boolean isReadable(Caller caller, String uri) {
    try {
      return !read(caller, uri).isEmpty();
    } catch (RpcError e) {
      return false;
    }
  }

  @Override
  public List<Prompt> prompts() {
    return prompts;
  }

  private static List<Prompt> fixtures() {
    List<Prompt> all = new ArrayList<>();
    all.add(
        new Prompt(
            prompt("test_simple_prompt"),
            (_, _) -> said(ToolResult.textBlock("This is a simple prompt for testing."))));
    all.add(
        new Prompt(
            prompt("test_prompt_with_arguments", "arg1", "arg2"),
            (_, arguments) ->
                said(
                    ToolResult.textBlock(
                        "Prompt with arguments: arg1='"
                            + arguments.get("arg1")
                            + "', arg2='"
                            + arguments.get("arg2")
                            + "'"))));
    all.add(
        new Prompt(
            prompt("test_prompt_with_embedded_resource", "resourceUri"),
            (_, arguments) ->
                said(
                    FixtureTools.resource(
                        arguments.get("resourceUri"),
                        "text/plain",
                        "Embedded resource content for testing."),
                    ToolResult.textBlock("Please process the embedded resource above."))));
    all.add(
        new Prompt(
            prompt("test_prompt_with_image"),
            (_, _) ->
                said(
                    FixtureTools.image(),
                    ToolResult.textBlock("Please analyze the image above."))));
    all.add(
        new Prompt(
            prompt("test_input_required_result_prompt"),
            (context, _) -> {
              JsonNode answer =
                  FixtureTools.ask(
                      context,
                      "user_context",
                      FixtureTools.form("Context?", "'context':{'type':'string'}", "'context'"));
              return said(ToolResult.textBlock(answer.toString()));
            }));
    return all;
  }

  private static ObjectNode prompt(String name, String... required) {
    ObjectNode prompt =
        Json.object().put("name", name).put("description", "For the conformance kit.");
    for (String argument : required) {
      prompt
          .withArrayProperty("arguments")
          .addObject()
          .put("name", argument)
          .put("description", "any text")
          .put("required", true);
    }
    return prompt;
  }

  private static ObjectNode said(ObjectNode... blocks) {
    ObjectNode result = Json.object();
    for (ObjectNode block : blocks) {
      result.withArrayProperty("messages").addObject().put("role", "user").set("content", block);
    }
    return result;
  }

  @Override
  public List<String> completePrompt(Caller caller, String prompt, String argument, String begun) {
    return List.of(begun + "ing");
  }

  @Override
  public List<String> completeResource(
      Caller caller, String template, String variable, String begun) {
    return List.of();
  }

  @Override
  public Changes changes() {
    return changes;
  }
}
