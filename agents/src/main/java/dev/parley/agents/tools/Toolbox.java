package dev.parley.agents.tools;

import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools there are. Rooms register theirs before the first turn; then any thread uses them. */
public final class Toolbox {
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);
  private static final int ARGUMENT_CHARS_MAX = 256 * 1024;
  private static final int RESULT_CHARS_MAX = 32 * 1024;
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  /** Adds a tool, or further actions to the one of that name. */
  public synchronized Toolbox register(Tool tool) {
    tools.merge(tool.name(), tool, Tool::plus);
    return this;
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
    try {
      JsonNode given = parsed(arguments);
      Action action = action(tool(name), given);
      // Only now it is known that these are words of the hub's, and not of the model's.
      Span _ = Current.span().with("parley.tool", name).with("parley.action", action.name());
      if (!action.origins().contains(use.origin())) {
        LOG.warn(
            "'{}' was not let use {} ({}) in a turn of origin {}",
            use.agent(),
            name,
            action.name(),
            use.origin());
        throw new Refused(
            ErrorCode.FORBIDDEN,
            "%s (%s) may not be used in a turn that others have caused"
                .formatted(name, action.name()));
      }
      return new ToolResult(cut(action.handler().run(use, checked(action, given))), false);
    } catch (Refused refused) {
      return new ToolResult(
          "refused (" + refused.code().wireName() + "): " + refused.getMessage(), true);
    } catch (RuntimeException e) {
      LOG.warn("the tool '{}' failed for '{}'", name, use.agent(), e);
      return new ToolResult("the tool failed; the hub's log has the details", true);
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

  private static String cut(String text) {
    return text.length() <= RESULT_CHARS_MAX
        ? text
        : text.substring(0, RESULT_CHARS_MAX) + "\n[cut here by the hub]";
  }
}
