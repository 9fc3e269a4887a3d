package dev.parley.doors.mcp;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.core.trace.Tracer;
import dev.parley.doors.mcp.catalog.ArgumentCheck;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import dev.parley.identity.audit.AuditLog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods that both generations have, answered from the catalog. */
final class Methods {
  static final Set<String> NAMES =
      Set.of(
          "tools/list",
          "tools/call",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "prompts/list",
          "prompts/get",
          "completion/complete");

  private static final Logger LOG = LoggerFactory.getLogger(Methods.class);
  private static final int COMPLETIONS_MAX = 100;

  private final Catalog catalog;
  private final AuditLog audit;
  private final Broker broker;

  Methods(Catalog catalog, AuditLog audit, Broker broker) {
    this.catalog = catalog;
    this.audit = audit;
    this.broker = broker;
  }

  Catalog catalog() {
    return catalog;
  }

  /**
   * @throws RpcError when the method is none of these, or the parameters do not fit
   */
  ObjectNode answer(RpcMessage.Request request, CallContext context) throws InterruptedException {
    ObjectNode params = request.params();
    return switch (request.method()) {
      case "tools/list" -> {
        refuseCursor(params);
        ArrayNode tools = Json.array();
        catalog.tools(context.caller()).forEach(tool -> tools.add(tool.definition()));
        yield list("tools", tools);
      }
      case "tools/call" -> shaped(call(params, context), context.caller()).toJson();
      case "resources/list" -> resources(params, context);
      case "resources/templates/list" -> {
        refuseCursor(params);
        yield list("resourceTemplates", array(catalog.resourceTemplates()));
      }
      case "resources/read" ->
          list("contents", array(catalog.read(context.caller(), text(params, "uri"))));
      case "prompts/list" -> {
        refuseCursor(params);
        ArrayNode prompts = Json.array();
        catalog.prompts().forEach(prompt -> prompts.add(prompt.definition()));
        yield list("prompts", prompts);
      }
      case "prompts/get" -> prompt(params, context);
      case "completion/complete" -> complete(params, context);
      default -> throw RpcError.noSuchMethod(request.method());
    };
  }

  private ToolResult call(ObjectNode params, CallContext context) throws InterruptedException {
    String name = text(params, "name");
    Tool tool = catalog.tool(context.caller(), name);
    if (tool == null) {
      if (catalog.isForOthers(name)) {
        audit.done(
            context.caller().visit(),
            name,
            "",
            new Refused(ErrorCode.FORBIDDEN, "a tool of others"));
      }
      throw RpcError.invalidParams("Unknown tool: " + RpcError.abbreviated(name));
    }
    ObjectNode arguments = arguments(params);
    String problem = ArgumentCheck.problem(tool.input(), arguments);
    if (problem != null) {
      return ToolResult.failure(problem);
    }
    Span span = began(tool, params);
    try {
      return Current.in(span, () -> called(tool, context, arguments));
    } catch (RuntimeException e) {
      return failure(tool, context, e);
    } finally {
      span.end();
    }
  }

  /** A call of a tool says in its {@code _meta} what it is a part of. */
  private Span began(Tool tool, ObjectNode params) {
    Tracer tracer = broker.spans().tracer();
    return tracer.isOn()
        ? tracer
            .begin(
                Span.Kind.SERVER,
                "tools/call",
                TraceContext.parse(params.path("_meta").path(TraceContext.NAME).asString("")))
            .with("parley.tool", tool.name())
        : Span.NONE;
  }

  /** What is missing here may have been made at another hub just now. */
  private ToolResult called(Tool tool, CallContext context, ObjectNode arguments)
      throws InterruptedException {
    try {
      return tool.handler().call(context, arguments);
    } catch (Refused e) {
      if (!e.isMissing() || !broker.isShared()) {
        throw e;
      }
    }
    broker.catchUp();
    return tool.handler().call(context, arguments);
  }

  /** The tool that this request calls, if calling it does not block. */
  @Nullable Tool asyncTool(RpcMessage.Request request, Caller caller) {
    JsonNode name = request.params().get("name");
    if (!request.method().equals("tools/call") || name == null || !name.isString()) {
      return null;
    }
    Tool tool = catalog.tool(caller, name.asString());
    return tool == null || tool.async() == null ? null : tool;
  }

  /** Calls a {@link #asyncTool}; what it answers with is made on {@code loop}. */
  CompletableFuture<ObjectNode> callAsync(
      Tool tool, RpcMessage.Request request, CallContext context, Executor loop) {
    ObjectNode arguments = arguments(request.params());
    String problem = ArgumentCheck.problem(tool.input(), arguments);
    if (problem != null) {
      return CompletableFuture.completedFuture(
          shaped(ToolResult.failure(problem), context.caller()).toJson());
    }
    Span span = began(tool, request.params());
    CompletableFuture<ToolResult> called;
    try {
      Tool.AsyncHandler handler = Objects.requireNonNull(tool.async());
      called =
          broker.askingTwice(
              () -> Current.in(span, () -> handler.call(context, arguments, loop)), loop);
    } catch (RuntimeException e) {
      called = CompletableFuture.failedFuture(e);
    }
    return called.handleAsync(
        (result, error) -> {
          span.end();
          return shaped(
                  error == null ? result : failure(tool, context, unwrapped(error)),
                  context.caller())
              .toJson();
        },
        loop);
  }

  private ToolResult shaped(ToolResult result, Caller caller) {
    return result.isError() && catalog.failsInJson(caller) ? result.failureAsJson() : result;
  }

  /** What made a future fail. */
  static RuntimeException unwrapped(@Nullable Throwable error) {
    return switch (error) {
      case CompletionException e when e.getCause() instanceof RuntimeException why -> why;
      case RuntimeException e -> e;
      case null, default -> new IllegalStateException(error);
    };
  }

  /** What the caller is told, unless it is not for the tool to say. */
  private ToolResult failure(Tool tool, CallContext context, RuntimeException why) {
    return switch (why) {
      case ToolFailure e -> ToolResult.failure(String.valueOf(e.getMessage()));
      case Refused e -> {
        if (e.isDenial() && !catalog.isForOthers(tool.name())) {
          audit.done(context.caller().visit(), tool.name(), "", e);
        }
        yield ToolResult.failure(e);
      }
      case RpcError e -> throw e;
      case InputRequired e -> throw e;
      case Cancelled e -> throw e;
      default -> {
        LOG.error("the tool {} failed", tool.name(), why);
        yield ToolResult.failure("internal: the hub failed inside; its log has the details");
      }
    };
  }

  private ObjectNode resources(ObjectNode params, CallContext context) {
    Catalog.Page page = catalog.resources(context.caller(), cursor(params));
    ObjectNode result = list("resources", array(page.items()));
    if (page.next() != null) {
      result.put("nextCursor", page.next());
    }
    return result;
  }

  private ObjectNode prompt(ObjectNode params, CallContext context) throws InterruptedException {
    Catalog.Prompt prompt = prompt(text(params, "name"));
    Map<String, String> arguments = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> argument : arguments(params).properties()) {
      if (!argument.getValue().isString()) {
        throw RpcError.invalidParams("'" + argument.getKey() + "' must be a string");
      }
      arguments.put(argument.getKey(), argument.getValue().asString());
    }
    for (JsonNode argument : prompt.definition().path("arguments")) {
      String name = argument.path("name").asString("");
      if (argument.path("required").asBoolean(false) && !arguments.containsKey(name)) {
        throw RpcError.invalidParams("the argument '" + name + "' is missing");
      }
    }
    return prompt.handler().get(context, arguments);
  }

  private Catalog.Prompt prompt(String name) {
    return catalog.prompts().stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElseThrow(() -> RpcError.invalidParams("Unknown prompt: " + RpcError.abbreviated(name)));
  }

  private ObjectNode complete(ObjectNode params, CallContext context) {
    JsonNode ref = params.path("ref");
    JsonNode argument = params.path("argument");
    if (!argument.path("name").isString() || !argument.path("value").isString()) {
      throw RpcError.invalidParams("'argument' has a name and a value");
    }
    String name = argument.path("name").asString();
    String begun = argument.path("value").asString();
    List<String> found =
        switch (ref.path("type").asString("")) {
          case "ref/prompt" -> {
            String prompt = prompt(ref.path("name").asString("")).name();
            yield catalog.completePrompt(context.caller(), prompt, name, begun);
          }
          case "ref/resource" ->
              catalog.completeResource(context.caller(), ref.path("uri").asString(""), name, begun);
          default -> throw RpcError.invalidParams("'ref' is a ref/prompt or a ref/resource");
        };
    ArrayNode values = Json.array();
    found.stream().limit(COMPLETIONS_MAX).forEach(values::add);
    ObjectNode completion = Json.object();
    completion.set("values", values);
    completion.put("total", found.size()).put("hasMore", found.size() > COMPLETIONS_MAX);
    ObjectNode result = Json.object();
    result.set("completion", completion);
    return result;
  }

  private static ObjectNode arguments(ObjectNode params) {
    JsonNode arguments = params.get("arguments");
    if (arguments == null || arguments.isNull()) {
      return Json.object();
    }
    if (arguments instanceof ObjectNode object) {
      return object;
    }
    throw RpcError.invalidParams("'arguments' is an object");
  }

  static String text(ObjectNode params, String name) {
    JsonNode value = params.get(name);
    if (value == null || !value.isString()) {
      throw RpcError.invalidParams("'" + name + "' is missing or no string");
    }
    return value.asString();
  }

  private static @Nullable String cursor(ObjectNode params) {
    JsonNode cursor = params.get("cursor");
    if (cursor == null) {
      return null;
    }
    if (!cursor.isString()) {
      throw RpcError.invalidParams("'cursor' is a string");
    }
    return cursor.asString();
  }

  /** For lists that fit on one page: we have never given anybody a cursor into them. */
  private static void refuseCursor(ObjectNode params) {
    if (cursor(params) != null) {
      throw RpcError.invalidParams("this cursor leads nowhere");
    }
  }

  private static ArrayNode array(List<ObjectNode> items) {
    ArrayNode array = Json.array();
    items.forEach(array::add);
    return array;
  }

  private static ObjectNode list(String name, ArrayNode items) {
    ObjectNode result = Json.object();
    result.set(name, items);
    return result;
  }
}
