package dev.parley.agents.definitions;

import dev.parley.core.address.InvalidAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one set of keys. What is wrong is noted with its place, and reading goes on
 * with nothing in its stead.
 */
final class FieldReader {
  private static final int NAME_MAX = 256;

  private final Node.Fields fields;
  private final Variables variables;
  private final Problems problems;

  /**
   * @param owner whose keys they are, for messages
   */
  FieldReader(
      Node.Fields fields, String owner, Set<String> known, Variables variables, Problems problems) {
    this.fields = fields;
    this.variables = variables;
    this.problems = problems;
    fields
        .keys()
        .forEach(
            (key, at) -> {
              if (!known.contains(key)) {
                problems.add(
                    at,
                    owner
                        + " has no '"
                        + key
                        + "'"
                        + Spelling.hint(key, known.stream().sorted().toList()));
              }
            });
  }

  Mark at(String key) {
    Mark at = fields.keys().get(key);
    return at == null ? fields.at() : at;
  }

  private @Nullable Node value(String key) {
    Node node = fields.all().get(key);
    return node instanceof Node.Scalar scalar && scalar.isNull() ? null : node;
  }

  boolean has(String key) {
    return value(key) != null;
  }

  boolean isScalar(String key) {
    return value(key) instanceof Node.Scalar;
  }

  @Nullable String text(String key, int lengthMax) {
    Node node = value(key);
    return node == null ? null : text(key, node, lengthMax);
  }

  private @Nullable String text(String what, Node node, int lengthMax) {
    if (!(node instanceof Node.Scalar scalar)) {
      problems.add(node.at(), "'" + what + "' must be text, not " + node.kind());
      return null;
    }
    String text = variables.fill(scalar.text(), scalar.at(), problems);
    if (text.length() > lengthMax) {
      problems.add(
          node.at(), "'" + what + "' has " + text.length() + " characters; at most " + lengthMax);
      return null;
    }
    return text;
  }

  long number(String key, long otherwise, long min, long max) {
    String text = text(key, NAME_MAX);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.strip());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    problems.add(
        at(key),
        "'" + key + "' must be a whole number from " + min + " to " + max + ", not '" + text + "'");
    return otherwise;
  }

  boolean flag(String key, boolean otherwise) {
    String text = text(key, NAME_MAX);
    if (text == null) {
      return otherwise;
    }
    if (!text.equals("true") && !text.equals("false")) {
      problems.add(at(key), "'" + key + "' must be true or false, not '" + text + "'");
    }
    return text.equals("true");
  }

  /** A list, or one value that stands for it; each once. */
  List<String> texts(String key, int countMax, int lengthMax) {
    return addresses(key, countMax, lengthMax, text -> text);
  }

  /** The same where each has to be some kind of address. */
  List<String> addresses(String key, int countMax, int lengthMax, Function<String, ?> parse) {
    Node node = value(key);
    if (node == null) {
      return List.of();
    }
    List<Node> all = node instanceof Node.Items items ? items.all() : List.of(node);
    if (all.size() > countMax) {
      problems.add(at(key), "'" + key + "' lists " + all.size() + "; at most " + countMax);
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (Node each : all) {
      String text = text(key, each, lengthMax);
      if (text == null || texts.contains(text)) {
        continue;
      }
      if (text.isBlank()) {
        problems.add(each.at(), "'" + key + "' has an entry that is empty");
        continue;
      }
      try {
        var _ = parse.apply(text);
        texts.add(text);
      } catch (InvalidAddress e) {
        problems.add(each.at(), "'" + key + "': " + e.getMessage());
      }
    }
    return texts;
  }

  /** Text by keys of the writer's own choice. */
  Map<String, String> pairs(String key, int countMax, int lengthMax) {
    Map<String, String> pairs = new LinkedHashMap<>();
    named(key, countMax)
        .forEach(
            (name, node) -> {
              String text = text(name, node, lengthMax);
              if (text != null) {
                pairs.put(name, text);
              }
            });
    return pairs;
  }

  /** Anything by keys of the writer's own choice. */
  Map<String, Node> named(String key, int countMax) {
    Node node = value(key);
    if (node == null) {
      return Map.of();
    }
    if (!(node instanceof Node.Fields inner)) {
      problems.add(node.at(), "'" + key + "' must be keys with values, not " + node.kind());
      return Map.of();
    }
    if (inner.all().size() > countMax) {
      problems.add(
          at(key), "'" + key + "' has " + inner.all().size() + " keys; at most " + countMax);
      return Map.of();
    }
    return inner.all();
  }

  /** The keys under a key, or null when it is not there. */
  @Nullable FieldReader under(String key, Set<String> known) {
    Node node = value(key);
    if (node == null) {
      return null;
    }
    return under(key, node, known);
  }

  @Nullable FieldReader under(String what, Node node, Set<String> known) {
    if (node instanceof Node.Fields inner) {
      return new FieldReader(inner, "'" + what + "'", known, variables, problems);
    }
    problems.add(
        node.at(),
        "'"
            + what
            + "' must be keys with values ("
            + String.join(", ", known.stream().sorted().toList())
            + "), not "
            + node.kind());
    return null;
  }
}
