package dev.parley.doors.mcp.catalog;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds arguments against a tool's schema, as far as our own schemas go: flat objects of plain
 * values and lists of them. What it finds is told so that a model can correct itself.
 */
public final class ArgumentCheck {
  private final ObjectNode schema;

  private ArgumentCheck(ObjectNode schema) {
    this.schema = schema;
  }

  /** What is wrong with the arguments, or null. */
  public static @Nullable String problem(ObjectNode schema, ObjectNode arguments) {
    return new ArgumentCheck(schema).problem(arguments);
  }

  private @Nullable String problem(ObjectNode arguments) {
    JsonNode properties = schema.path("properties");
    for (JsonNode required : schema.path("required")) {
      JsonNode given = arguments.get(required.asString());
      if (given == null || given.isNull()) {
        return "'" + required.asString() + "' is missing; " + takes(properties);
      }
    }
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode wanted = properties.get(argument.getKey());
      if (wanted == null) {
        if (schema.path("additionalProperties").isBoolean()) {
          return "there is no argument '" + argument.getKey() + "'; " + takes(properties);
        }
      } else if (!argument.getValue().isNull()) {
        String problem = problem(argument.getKey(), wanted, argument.getValue());
        if (problem != null) {
          return problem;
        }
      }
    }
    return null;
  }

  private static @Nullable String problem(String name, JsonNode wanted, JsonNode value) {
    JsonNode types = wanted.path("type");
    boolean fits =
        types.isArray()
            ? types.valueStream().anyMatch(type -> isOfType(type.asString(""), value))
            : isOfType(types.asString(""), value);
    if (!fits) {
      String named =
          types.isArray()
              ? types.valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "))
              : types.asString("");
      return "'" + name + "' must be of type " + named;
    }
    JsonNode choices = wanted.get("enum");
    if (choices != null && choices.valueStream().noneMatch(value::equals)) {
      return "'" + name + "' must be one of " + choices;
    }
    JsonNode min = wanted.get("minimum");
    JsonNode max = wanted.get("maximum");
    if ((min != null && value.asDouble() < min.asDouble())
        || (max != null && value.asDouble() > max.asDouble())) {
      return "'" + name + "' must be between " + min + " and " + max;
    }
    JsonNode itemsMax = wanted.get("maxItems");
    if (itemsMax != null && value.size() > itemsMax.asInt()) {
      return "'" + name + "' has more than " + itemsMax + " entries";
    }
    JsonNode items = wanted.get("items");
    if (items != null && value.isArray()) {
      for (JsonNode item : value) {
        String problem = problem(name + "[]", items, item);
        if (problem != null) {
          return problem;
        }
      }
    }
    return null;
  }

  private static boolean isOfType(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isString();
      case "integer" -> isWhole(value);
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      default -> true;
    };
  }

  /** Some write 5 as 5.0. */
  private static boolean isWhole(JsonNode value) {
    return value.isIntegralNumber()
        ? value.canConvertToLong()
        : value.isNumber()
            && Math.abs(value.asDouble()) < 1L << 53
            && value.asDouble() == Math.rint(value.asDouble());
  }

  private static String takes(JsonNode properties) {
    Collection<String> names = properties.propertyNames();
    return names.isEmpty()
        ? "this tool takes no arguments"
        : "this tool takes " + String.join(", ", names);
  }
}
