package dev.parley.agents.tools;

import dev.parley.agents.brain.Permissions;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.context.Fence;
import dev.parley.agents.hooks.Hooks;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The tools there are. Rooms register theirs before the first turn; then any thread uses them. */
public final class Toolbox {
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);
  private static final int ARGUMENT_CHARS_MAX = 256 * 1024;
  private static final int RESULT_CHARS_MAX = 32 * 1024;
  private static final JsonMapper JSON = new JsonMapper();

  private static final int SHOWN_CHARS_MAX = 400;
  private static final TypeReference<LinkedHashMap<String, Object>> TREE = new TypeReference<>() {};

  private final Permissions permissions;
  private final ToolHooks hooks;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final List<OwnTools> own = new CopyOnWriteArrayList<>();

  /** Nobody is asked for leave. */
  public Toolbox() {
    this(Permissions.NONE);
  }

  /**
   * @param permissions asked before a tool is used
   */
  public Toolbox(Permissions permissions) {
    this(permissions, Hooks.NONE);
  }

  /**
   * @param hooks asked before and after a tool is used; what they make of it is checked like what a
   *     model has asked for
   */
  public Toolbox(Permissions permissions, Hooks hooks) {
    this.permissions = permissions;
    this.hooks = new ToolHooks(hooks);
  }

  /** Adds a tool, or further actions to the one of that name. */
  public synchronized Toolbox register(Tool tool) {
    tools.merge(tool.name(), tool, Tool::plus);
    return this;
  }

  /** Adds tools that some agents have beside these, or in place of those of the same names. */
  public Toolbox register(OwnTools more) {
    own.add(more);
    return this;
  }

  /** What a model is shown in this turn. */
  public List<Offered> offered(ToolUse use) throws InterruptedException {
    List<Offered> all = new ArrayList<>();
    for (OwnTools each : own) {
      for (Offered offered : each.offered(use)) {
        if (mayReplace(offered.name(), use.origin())) {
          all.add(offered);
        }
      }
    }
    Set<String> replaced = all.stream().map(Offered::name).collect(Collectors.toSet());
    List<Offered> built =
        offered(use.origin()).stream()
            .filter(tool -> !replaced.contains(tool.name()))
            .map(Offered::of)
            .toList();
    all.addAll(0, built);
    return all;
  }

  /** What stands in for a tool of the hub's may be used in no turn in which that may not be. */
  private synchronized boolean mayReplace(String name, TurnOrigin origin) {
    Tool tool = tools.get(name);
    return tool == null || !tool.forOrigin(origin).resources().isEmpty();
  }

  /** The same for what is done with it, where the hub's tool does something of that name. */
  private synchronized boolean mayReplace(String name, JsonNode given, TurnOrigin origin) {
    Tool tool = tools.get(name);
    String action = given.path("action").asString("");
    return tool == null
        || !tool.actionNames().contains(action)
        || tool.forOrigin(origin).actionNames().contains(action);
  }

  /** Those that a turn on somebody's behalf is offered: what would be refused is not even named. */
  public synchronized List<Tool> offered(TurnOrigin origin) {
    return tools.values().stream()
        .map(tool -> tool.forOrigin(origin))
        .filter(tool -> !tool.resources().isEmpty())
        .toList();
  }

  private synchronized Tool tool(String name) {
    Tool tool = tools.get(name);
    if (tool == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no tool '" + name + "'");
    }
    return tool;
  }

  /**
   * Uses a tool. Whatever is wrong is told in the result: a model may do better then.
   *
   * @param arguments a JSON object, as a model wrote it
   */
  public ToolResult use(ToolUse use, String name, String arguments) throws InterruptedException {
    Span span = Current.span().child(Span.Kind.INTERNAL, "tool");
    try {
      ToolResult result = Current.in(span, () -> used(use, name, arguments));
      if (result.failed()) {
        Span _ = span.failed("failed");
      }
      return result;
    } finally {
      span.end();
    }
  }

  private ToolResult used(ToolUse use, String name, String arguments) throws InterruptedException {
    JsonNode given;
    try {
      given = parsed(arguments);
    } catch (Refused refused) {
      return told(refused);
    }
    return switch (hooks.before(name, given)) {
      case ToolHooks.Before.Handled(ToolResult result) ->
          new ToolResult(cut(result.text()), result.failed());
      case ToolHooks.Before.Run(String tool, JsonNode input) ->
          hooks.after(tool, input, run(use, tool, input));
    };
  }

  /** Whoever has named the tool and what it is told: here it is found out whether it may be. */
  private ToolResult run(ToolUse use, String name, JsonNode given) throws InterruptedException {
    try {
      for (OwnTools each : own) {
        if (each.isNamed(name)) {
          return used(each, use, name, given);
        }
      }
      Tool tool = tool(name);
      Action action = action(tool, given);
      // Only now it is known that these are words of the hub's, and not of the model's.
      Span _ = Current.span().with("parley.tool", name).with("parley.action", action.name());
      if (!action.origins().contains(use.origin())) {
        LOG.warn(
            "'{}' was not let use {} ({}) in a turn of origin {}",
            use.agent(),
            name,
            action.name(),
            use.origin());
        throw forbidden(name, action.name());
      }
      Arguments told = checked(action, given);
      requireLeave(use, fullName(tool, action, given), /* usual= */ true, given);
      return new ToolResult(cut(action.handler().run(use, told)), false);
    } catch (Refused refused) {
      return told(refused);
    } catch (RuntimeException e) {
      LOG.warn("the tool '{}' failed for '{}'", name, use.agent(), e);
      return new ToolResult("the tool failed; the hub's log has the details", true);
    }
  }

  private static ToolResult told(Refused refused) {
    return new ToolResult(
        "refused (" + refused.code().wireName() + "): " + refused.getMessage(), true);
  }

  private static Refused forbidden(String tool, String action) {
    return new Refused(
        ErrorCode.FORBIDDEN,
        "%s (%s) may not be used in a turn that others have caused".formatted(tool, action));
  }

  private ToolResult used(OwnTools tools, ToolUse use, String name, JsonNode given)
      throws InterruptedException {
    if (!mayReplace(name, use.origin()) || !mayReplace(name, given, use.origin())) {
      throw forbidden(name, Fence.inLine(given.path("action").asString("")));
    }
    requireLeave(use, name, tools.isUsual(use, name), given);
    Span _ = Current.span().with("parley.tool", name);
    ToolResult result = tools.use(use, name, JSON.convertValue(given, TREE));
    return new ToolResult(cut(result.text()), result.failed());
  }

  /** As rules name it: with its resource, if it has any, and the action. */
  private static String fullName(Tool tool, Action action, JsonNode given) {
    String resource = tool.hasResources() ? given.path("resource").asString("") + "." : "";
    return tool.name() + "." + resource + action.name();
  }

  private void requireLeave(ToolUse use, String name, boolean usual, JsonNode given)
      throws InterruptedException {
    ObjectNode payload = JSON.createObjectNode().put("tool", name);
    payload.set("input", given);
    String input = given.toString();
    String shown =
        input.length() <= SHOWN_CHARS_MAX ? input : input.substring(0, SHOWN_CHARS_MAX) + "…";
    Permissions.Answer answer =
        permissions.ask(
            new Permissions.Request(
                use.request().session(),
                use.request().turn(),
                name,
                usual,
                "use " + name + " with " + shown,
                payload.toString()));
    if (!answer.allowed()) {
      throw new Refused(ErrorCode.FORBIDDEN, name + " was not allowed: " + answer.reason());
    }
  }

  private static JsonNode parsed(String arguments) {
    if (arguments.length() > ARGUMENT_CHARS_MAX) {
      throw new Refused(ErrorCode.TOO_LARGE, "the arguments are too long");
    }
    try {
      JsonNode given = JSON.readTree(arguments.isBlank() ? "{}" : arguments);
      if (given.isObject()) {
        return given;
      }
    } catch (JacksonException e) {
      // Told below like everything else that is no object.
    }
    throw new Refused(ErrorCode.BAD_JSON, "the arguments are not a JSON object");
  }

  private static Action action(Tool tool, JsonNode given) {
    String resource = tool.hasResources() ? given.path("resource").asString("") : Tool.ITSELF;
    List<Action> actions = tool.resources().get(resource);
    if (actions == null) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'resource' must be one of " + String.join(", ", tool.resources().keySet()));
    }
    String wanted = given.path("action").asString("");
    return actions.stream()
        .filter(action -> action.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.BAD_REQUEST,
                    "'action' must be one of "
                        + actions.stream().map(Action::name).collect(Collectors.joining(", "))));
  }

  private static Arguments checked(Action action, JsonNode given) {
    Set<String> known =
        Stream.concat(
                Stream.of("resource", "action"), action.parameters().stream().map(Parameter::name))
            .collect(Collectors.toSet());
    for (String name : given.propertyNames()) {
      if (!known.contains(name) && !given.get(name).isNull()) {
        throw new Refused(
            ErrorCode.BAD_REQUEST, "'" + name + "' is nothing that " + action.name() + " is told");
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Parameter each : action.parameters()) {
      JsonNode value = given.path(each.name());
      if (value.isMissingNode() || value.isNull()) {
        if (each.required()) {
          throw new Refused(ErrorCode.BAD_REQUEST, "'" + each.name() + "' is missing");
        }
        continue;
      }
      values.put(each.name(), read(each, value));
    }
    return new Arguments(values);
  }

  private static Object read(Parameter parameter, JsonNode value) {
    boolean right =
        switch (parameter.kind()) {
          case TEXT -> value.isString();
          case NUMBER -> value.isIntegralNumber() && value.canConvertToLong();
          case FLAG -> value.isBoolean();
        };
    if (!right) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + parameter.name() + "' must be of type " + parameter.kind().schemaType());
    }
    return switch (parameter.kind()) {
      case TEXT -> value.asString();
      case NUMBER -> value.asLong();
      case FLAG -> value.asBoolean();
    };
  }

  static String cut(String text) {
    return text.length() <= RESULT_CHARS_MAX
        ? text
        : text.substring(0, RESULT_CHARS_MAX) + "\n[cut here by the hub]";
  }
}
