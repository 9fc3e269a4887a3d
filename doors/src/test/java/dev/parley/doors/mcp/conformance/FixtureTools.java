package dev.parley.doors.mcp.conformance;

import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.Question;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The tools that the official conformance kit calls by name. */
final class FixtureTools {
  static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
  private static final String SILENCE =
      "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

  private final Changes changes;
  private final List<Tool> tools = new ArrayList<>();

  FixtureTools(Changes changes) {
    this.changes = changes;
    content();
    telling();
    asking();
    modern();
    inputRequired();
  }

  List<Tool> all() {
    return tools;
  }

  private void add(String name, Tool.Handler handler) {
    add(name, "{'type':'object','additionalProperties':false}", handler);
  }

  private void add(String name, String schema, Tool.Handler handler) {
    ObjectNode input = Json.of(schema);
    tools.add(new Tool(name, name, "For the conformance kit.", input, null, null, handler));
  }

  private void content() {
    add(
        "test_simple_text",
        (_, _) -> ToolResult.text("This is a simple text response for testing."));
    add("test_image_content", (_, _) -> ToolResult.content(image()));
    add(
        "test_audio_content",
        (_, _) ->
            ToolResult.content(
                Json.object()
                    .put("type", "audio")
                    .put("data", SILENCE)
                    .put("mimeType", "audio/wav")));
    add(
        "test_embedded_resource",
        (_, _) ->
            ToolResult.content(
                resource(
                    "test://embedded-resource",
                    "text/plain",
                    "This is an embedded resource content.")));
    add(
        "test_multiple_content_types",
        (_, _) ->
            ToolResult.content(
                ToolResult.textBlock("Multiple content types test:"),
                image(),
                resource(
                    "test://mixed-content-resource",
                    "application/json",
                    "{\"test\":\"data\",\"value\":123}")));
    add(
        "test_error_handling",
        (_, _) -> ToolResult.failure("This tool intentionally returns an error for testing"));
    add(
        "json_schema_2020_12_tool",
        """
        {'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object',
         '$defs':{'address':{'$anchor':'addressDef','type':'object',
           'properties':{'street':{'type':'string'},'city':{'type':'string'}}}},
         'properties':{'name':{'type':'string'},'address':{'$ref':'#/$defs/address'},
           'contactMethod':{'type':'string','enum':['phone','email']},
           'phone':{'type':'string'},'email':{'type':'string'}},
         'allOf':[{'anyOf':[{'required':['phone']},{'required':['email']}]}],
         'if':{'properties':{'contactMethod':{'const':'phone'}},'required':['contactMethod']},
         'then':{'required':['phone']},'else':{'required':['email']},
         'additionalProperties':false}
        """,
        (_, arguments) -> ToolResult.text(arguments.toString()));
    add(
        "test_header_param",
        "{'type':'object','properties':{'region':{'type':'string','x-mcp-header':'Region'}}}",
        (_, arguments) -> ToolResult.text(arguments.path("region").asString("none")));
  }

  static ObjectNode image() {
    return Json.object().put("type", "image").put("data", PIXEL).put("mimeType", "image/png");
  }

  static ObjectNode resource(String uri, String type, String text) {
    ObjectNode block = Json.object().put("type", "resource");
    block.putObject("resource").put("uri", uri).put("mimeType", type).put("text", text);
    return block;
  }

  private void telling() {
    add(
        "house_never_ends",
        (context, _) -> {
          context.progress(0, 1, "waiting for the interrupt");
          try {
            new CountDownLatch(1).await();
            throw new AssertionError("nobody counts down");
          } catch (InterruptedException e) {
            FixtureCatalog.INTERRUPTED.incrementAndGet();
            throw e;
          }
        });
    add(
        "test_tool_with_logging",
        (context, _) -> {
          log(context, "Tool execution started");
          pause(50);
          log(context, "Tool processing data");
          pause(50);
          log(context, "Tool execution completed");
          return ToolResult.text("logged");
        });
    add(
        "test_tool_with_progress",
        (context, _) -> {
          context.progress(0, 100, "begun");
          pause(50);
          context.progress(50, 100, "half");
          pause(50);
          context.progress(100, 100, "done");
          return ToolResult.text("progressed");
        });
    add(
        "test_reconnection",
        (context, _) -> {
          context.hangUp();
          pause(100);
          return ToolResult.text("Reconnection test completed successfully");
        });
  }

  private static void log(CallContext context, String text) {
    context.log(LogLevel.INFO, JsonNodeFactory.instance.stringNode(text));
  }

  /** The kit prescribes that these tools take their time. */
  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }

  private void asking() {
    add(
        "test_sampling",
        "{'type':'object','properties':{'prompt':{'type':'string'}},'required':['prompt']}",
        (context, arguments) -> {
          JsonNode said =
              ask(context, "sampling", sampling(arguments.path("prompt").asString(), 100));
          return ToolResult.text("LLM response: " + said.path("content").path("text").asString(""));
        });
    add(
        "test_elicitation",
        "{'type':'object','properties':{'message':{'type':'string'}},'required':['message']}",
        (context, arguments) ->
            ToolResult.text(
                "User response: "
                    + ask(
                        context,
                        "user",
                        form(
                            arguments.path("message").asString(),
                            "'username':{'type':'string'},'email':{'type':'string'}",
                            "'username','email'"))));
    add(
        "test_elicitation_sep1034_defaults",
        (context, _) ->
            completed(
                ask(
                    context,
                    "defaults",
                    form(
                        "Please review these",
                        "'name':{'type':'string','default':'John Doe'},"
                            + "'age':{'type':'integer','default':30},"
                            + "'score':{'type':'number','default':95.5},"
                            + "'status':{'type':'string','enum':['active','inactive','pending'],"
                            + "'default':'active'},"
                            + "'verified':{'type':'boolean','default':true}",
                        ""))));
    String choices =
        "{'const':'value1','title':'One'},{'const':'value2','title':'Two'},"
            + "{'const':'value3','title':'Three'}";
    add(
        "test_elicitation_sep1330_enums",
        (context, _) ->
            completed(
                ask(
                    context,
                    "enums",
                    form(
                        "Please choose",
                        "'untitledSingle':{'type':'string',"
                            + "'enum':['option1','option2','option3']},"
                            + "'titledSingle':{'type':'string','oneOf':["
                            + choices
                            + "]},'legacyEnum':{'type':'string','enum':['opt1','opt2','opt3'],"
                            + "'enumNames':['One','Two','Three']},"
                            + "'untitledMulti':{'type':'array','items':{'type':'string',"
                            + "'enum':['option1','option2','option3']}},"
                            + "'titledMulti':{'type':'array','items':{'anyOf':["
                            + choices
                            + "]}}",
                        ""))));
  }

  private static ToolResult completed(JsonNode answer) {
    return ToolResult.text(
        "Elicitation completed: action="
            + answer.path("action").asString("")
            + ", content="
            + answer.path("content"));
  }

  private void modern() {
    add(
        "test_missing_capability",
        (context, _) -> {
          context.require("sampling");
          return ToolResult.text("the client can sample");
        });
    add("test_streaming_elicitation", (_, _) -> ToolResult.text("no requests on the stream"));
    add(
        "test_logging_tool",
        (context, _) -> {
          log(context, "something was done");
          return ToolResult.text("logged if asked");
        });
    add(
        "test_trigger_tool_change",
        (_, _) -> {
          changes.announce(Changes.TOOLS);
          return ToolResult.text("tools changed");
        });
    add(
        "test_trigger_prompt_change",
        (_, _) -> {
          changes.announce(Changes.PROMPTS);
          return ToolResult.text("prompts changed");
        });
  }

  private void inputRequired() {
    add(
        "test_input_required_result_elicitation",
        (context, _) -> {
          JsonNode answer = ask(context, "user_name", name());
          return ToolResult.text(
              "Hello, " + answer.path("content").path("name").asString("") + "!");
        });
    add(
        "test_input_required_result_sampling",
        (context, _) ->
            ToolResult.text(
                ask(context, "capital_question", sampling("What is the capital of France?", 100))
                    .toString()));
    add(
        "test_input_required_result_list_roots",
        (context, _) -> ToolResult.text(ask(context, "client_roots", roots()).toString()));
    add("test_input_required_result_request_state", FixtureTools::confirm);
    add("test_input_required_result_tampered_state", FixtureTools::confirm);
    add(
        "test_input_required_result_multiple_inputs",
        (context, _) -> {
          SequencedMap<String, Question> questions = new LinkedHashMap<>();
          questions.put("user_name", name());
          questions.put("greeting", sampling("Say hello", 50));
          questions.put("client_roots", roots());
          return ToolResult.text(context.ask(questions).keySet().toString());
        });
    add(
        "test_input_required_result_multi_round",
        (context, _) -> {
          JsonNode first = ask(context, "step1", name());
          JsonNode second =
              ask(context, "step2", form("Color?", "'color':{'type':'string'}", "'color'"));
          return ToolResult.text(first + " " + second);
        });
    add(
        "test_input_required_result_capabilities",
        (context, _) -> {
          SequencedMap<String, Question> questions = new LinkedHashMap<>();
          if (context.clientCan("elicitation")) {
            questions.put("user_name", name());
          }
          if (context.clientCan("sampling")) {
            questions.put("greeting", sampling("Say hello", 50));
          }
          Map<String, ObjectNode> answers = context.ask(questions);
          return ToolResult.text(answers.keySet().toString());
        });
  }

  private static ToolResult confirm(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    JsonNode _ = ask(context, "confirm", form("Sure?", "'ok':{'type':'boolean'}", "'ok'"));
    return ToolResult.text("state-ok");
  }

  static JsonNode ask(CallContext context, String key, Question question)
      throws InterruptedException {
    SequencedMap<String, Question> questions = new LinkedHashMap<>();
    questions.put(key, question);
    return context.ask(questions).get(key);
  }

  private static Question name() {
    return form("What is your name?", "'name':{'type':'string'}", "'name'");
  }

  static Question form(String message, String properties, String required) {
    ObjectNode params = Json.object().put("mode", "form").put("message", message);
    params.set(
        "requestedSchema",
        Json.of(
            ("{'type':'object','properties':{" + properties + "},'required':[" + required + "]}")
                .replace('\'', '"')));
    return new Question(Question.Kind.ELICITATION, params);
  }

  private static Question sampling(String text, int tokens) {
    ObjectNode params = Json.object();
    ObjectNode message = params.putArray("messages").addObject().put("role", "user");
    message.set("content", ToolResult.textBlock(text));
    return new Question(Question.Kind.SAMPLING, params.put("maxTokens", tokens));
  }

  private static Question roots() {
    return new Question(Question.Kind.ROOTS, Json.object());
  }
}
