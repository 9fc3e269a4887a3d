package dev.parley.agents.definitions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads YAML, several documents a file, into nodes; aliases are text, so nothing can multiply. */
final class YamlNodes {
  private static final int DEPTH_MAX = 32;

  private final String file;
  private final Problems problems;

  private YamlNodes(String file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The documents that could be read; empty ones are left out. */
  static List<Node> read(String file, String text, Problems problems) {
    return new YamlNodes(file, problems).documents(text);
  }

  private List<Node> documents(String text) {
    List<Node> documents = new ArrayList<>();
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        Node node = node(parser, token, 0);
        if (!(node instanceof Node.Scalar scalar && scalar.isNull())) {
          documents.add(node);
        }
      }
    } catch (JacksonException e) {
      TokenStreamLocation where = e.getLocation();
      Mark at =
          where == null
              ? new Mark(file, 1, 1)
              : new Mark(file, Math.max(1, where.getLineNr()), Math.max(1, where.getColumnNr()));
      problems.add(at, "not YAML: " + firstLine(e));
    }
    return documents;
  }

  private static String firstLine(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable");
  }

  private Mark mark(JsonParser parser) {
    TokenStreamLocation where = parser.currentTokenLocation();
    return new Mark(file, Math.max(1, where.getLineNr()), Math.max(1, where.getColumnNr()));
  }

  private Node node(JsonParser parser, JsonToken token, int depth) {
    Mark at = mark(parser);
    if (depth > DEPTH_MAX) {
      problems.add(at, "nested too deeply; at most " + DEPTH_MAX + " levels");
      parser.skipChildren();
      return new Node.Scalar("", true, false, at);
    }
    return switch (token) {
      case START_OBJECT -> fields(parser, at, depth);
      case START_ARRAY -> items(parser, at, depth);
      case VALUE_NULL -> new Node.Scalar("", false, true, at);
      case VALUE_STRING -> new Node.Scalar(parser.getString(), true, false, at);
      default -> new Node.Scalar(parser.getString(), false, false, at);
    };
  }

  private Node items(JsonParser parser, Mark at, int depth) {
    List<Node> all = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      all.add(node(parser, token, depth + 1));
    }
    return new Node.Items(all, at);
  }

  private Node fields(JsonParser parser, Mark at, int depth) {
    SequencedMap<String, Node> all = new LinkedHashMap<>();
    SequencedMap<String, Mark> keys = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      Mark key = mark(parser);
      Node value = node(parser, parser.nextToken(), depth + 1);
      if (all.put(name, value) != null) {
        problems.add(
            key,
            "'"
                + name
                + "' stands there twice; the first is in line "
                + String.valueOf(keys.get(name)).replaceAll(".*:(\\d+):\\d+$", "$1"));
      }
      keys.putIfAbsent(name, key);
    }
    return new Node.Fields(all, keys, at);
  }
}
