package dev.parley.hub.cli.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Goose's: {@code extensions} is a block of entries, a name a line, indented below it. */
final class YamlConfiguration implements Configuration {
  private static final String GROUP = "extensions";
  private static final Pattern HEAD =
      Pattern.compile(GROUP + "\\s*:\\s*(\\{\\s*}|null|~)?\\s*(#.*)?");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  @Override
  public String with(String text, String name, Entry entry) {
    ObjectNode expected = parsed(text);
    if (!expected.path(GROUP).isObject()) {
      expected.set(GROUP, JSON.createObjectNode());
    }
    expected.withObjectProperty(GROUP).set(name, JSON.valueToTree(entry.fields()));
    List<String> lines = lines(text);
    int head = head(lines);
    if (head < 0) {
      if (!lines.isEmpty() && lines.getLast().isEmpty()) {
        lines.removeLast();
      }
      lines.add(GROUP + ":");
      head = lines.size() - 1;
      lines.add("");
    } else if (expected.path(GROUP).size() == 1) {
      lines.set(head, lines.get(head).replaceFirst("(\\{\\s*}|null|~)", "").stripTrailing());
    }
    Block block = block(lines, head);
    int[] ours = ours(lines, block, name);
    int from = ours == null ? block.end : ours[0];
    int to = ours == null ? block.end : ours[1];
    List<String> after = new ArrayList<>(lines.subList(0, from));
    body(name, entry).lines().map(line -> block.indent + line).forEach(after::add);
    after.addAll(lines.subList(to, lines.size()));
    return checked(String.join(Configuration.lineEnd(text), after), expected);
  }

  @Override
  public String without(String text, String name) {
    ObjectNode expected = parsed(text);
    if (!expected.path(GROUP).has(name)) {
      return text;
    }
    expected.withObjectProperty(GROUP).remove(name);
    List<String> lines = lines(text);
    int head = head(lines);
    Block block = block(lines, head);
    int[] ours = ours(lines, block, name);
    if (ours == null) {
      throw Configuration.refused("'" + name + "' is written in a way that is not understood");
    }
    List<String> after = new ArrayList<>(lines.subList(0, ours[0]));
    after.addAll(lines.subList(ours[1], lines.size()));
    if (expected.path(GROUP).isEmpty()) {
      after.set(head, GROUP + ": {}");
    }
    return checked(String.join(Configuration.lineEnd(text), after), expected);
  }

  @Override
  public @Nullable String entry(String text, String name) {
    JsonNode entry = parsed(text).path(GROUP).get(name);
    return entry == null ? null : entry.toString();
  }

  @Override
  public String shown(String name, Entry entry) {
    return GROUP
        + ":\n"
        + body(name, entry).lines().map(line -> "  " + line).collect(Collectors.joining("\n"));
  }

  private static String body(String name, Entry entry) {
    StringBuilder body = new StringBuilder(name).append(":\n");
    entry
        .fields()
        .forEach(
            (key, value) -> {
              if (value instanceof Map<?, ?> map) {
                body.append("  ").append(key).append(":\n");
                map.forEach((k, v) -> body.append("    " + k + ": " + scalar(v) + "\n"));
              } else if (value instanceof List<?> list && !list.isEmpty()) {
                body.append("  ").append(key).append(":\n");
                list.forEach(each -> body.append("    - " + scalar(each) + "\n"));
              } else {
                body.append("  " + key + ": " + scalar(value) + "\n");
              }
            });
    return body.toString();
  }

  /** JSON's texts are YAML's, too. */
  private static String scalar(Object value) {
    return JSON.writeValueAsString(value);
  }

  /**
   * @param indent of the entries
   * @param end behind the last line of the last entry
   */
  private record Block(int start, int end, String indent) {}

  private static List<String> lines(String text) {
    return new ArrayList<>(List.of(text.split("\\r?\\n", -1)));
  }

  private static int head(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (HEAD.matcher(lines.get(i)).matches()) {
        return i;
      }
      if (lines.get(i).matches("[\"']?" + GROUP + "[\"']?\\s*:.*")) {
        throw Configuration.refused("'" + GROUP + "' is not written as a block there");
      }
    }
    return -1;
  }

  private static Block block(List<String> lines, int head) {
    String indent = null;
    int end = head + 1;
    for (int i = head + 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (isAside(line)) {
        continue;
      }
      String own = indent(line);
      if (own.isEmpty()) {
        break;
      }
      indent = indent == null ? own : indent;
      end = i + 1;
    }
    return new Block(head + 1, end, indent == null ? "  " : indent);
  }

  /** Its first line, and the one behind its last; null if it is not there. */
  private static int @Nullable [] ours(List<String> lines, Block block, String name) {
    Pattern own =
        Pattern.compile(block.indent + "([\"']?)" + Pattern.quote(name) + "\\1\\s*:(\\s.*)?");
    for (int i = block.start; i < block.end; i++) {
      if (own.matcher(lines.get(i)).matches()) {
        int end = i + 1;
        for (int j = end; j < block.end; j++) {
          String line = lines.get(j);
          if (!isAside(line)) {
            if (indent(line).length() <= block.indent.length()) {
              break;
            }
            end = j + 1;
          }
        }
        return new int[] {i, end};
      }
    }
    return null;
  }

  private static boolean isAside(String line) {
    return line.isBlank() || line.stripLeading().startsWith("#");
  }

  private static String indent(String line) {
    return line.substring(0, line.length() - line.stripLeading().length());
  }

  private static ObjectNode parsed(String text) {
    List<JsonNode> documents;
    try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(text)) {
      documents = all.readAll();
    } catch (JacksonException e) {
      throw Configuration.refused("it is not right YAML (" + e.getOriginalMessage() + ")");
    }
    if (documents.size() > 1) {
      throw Configuration.refused("there are several documents in it");
    }
    JsonNode root = documents.isEmpty() ? JSON.createObjectNode() : documents.getFirst();
    if (root.isNull() || root.isMissingNode()) {
      return JSON.createObjectNode();
    }
    if (root instanceof ObjectNode object) {
      JsonNode group = object.path(GROUP);
      if (group.isMissingNode() || group.isObject() || group.isNull()) {
        return object;
      }
    }
    throw Configuration.refused("'" + GROUP + "' is no map in there");
  }

  /** A change of text that does not mean what it should is none. */
  private static String checked(String after, ObjectNode expected) {
    if (!parsed(after).equals(expected)) {
      throw Configuration.refused("it is written in a way that cannot be changed safely");
    }
    return after;
  }
}
