package dev.parley.hub.cli.join;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON, with comments and commas too many where a client allows them. The servers are members of
 * one object at the top.
 */
final class JsonConfiguration implements Configuration {
  private static final String MARK = "\uFEFF";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String group;

  /**
   * @param group the object that the servers are members of
   */
  JsonConfiguration(String group) {
    this.group = group;
  }

  @Override
  public String with(String text, String name, Entry entry) {
    String plain = text.startsWith(MARK) ? text.substring(1) : text;
    String mark = text.substring(0, text.length() - plain.length());
    String start = plain.isBlank() ? "{}" + Configuration.lineEnd(plain) : plain;
    ObjectNode expected = parsed(start);
    expected.withObjectProperty(group).set(name, JSON.valueToTree(entry.fields()));
    JsonText source = new JsonText(start);
    JsonText.Span servers = source.member(source.root(), group);
    String after =
        servers == null
            ? source.put(source.root(), group, unit -> inGroup(name, entry, unit))
            : source.put(servers, name, unit -> pretty(entry, unit));
    return mark + checked(after, expected);
  }

  @Override
  public String without(String text, String name) {
    String plain = text.startsWith(MARK) ? text.substring(1) : text;
    if (plain.isBlank()) {
      return text;
    }
    ObjectNode expected = parsed(plain);
    if (!expected.path(group).has(name)) {
      return text;
    }
    expected.withObjectProperty(group).remove(name);
    JsonText source = new JsonText(plain);
    JsonText.Span servers = source.member(source.root(), group);
    String after = servers == null ? plain : source.remove(servers, name);
    return text.substring(0, text.length() - plain.length()) + checked(after, expected);
  }

  @Override
  public @Nullable String entry(String text, String name) {
    String plain = text.startsWith(MARK) ? text.substring(1) : text;
    JsonNode entry = plain.isBlank() ? null : parsed(plain).path(group).get(name);
    return entry == null ? null : entry.toString();
  }

  @Override
  public String shown(String name, Entry entry) {
    return JSON.writer()
        .with(printer("  "))
        .writeValueAsString(
            JSON.createObjectNode()
                .set(group, JSON.createObjectNode().set(name, JSON.valueToTree(entry.fields()))));
  }

  private ObjectNode parsed(String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        if (object.has(group) && !object.path(group).isObject()) {
          throw Configuration.refused("'" + group + "' is no object in there");
        }
        return object;
      }
    } catch (JacksonException e) {
      throw Configuration.refused("it is not right JSON (" + e.getOriginalMessage() + ")");
    }
    throw Configuration.refused("it is no JSON object");
  }

  /** A change of text that does not mean what it should is none. */
  private String checked(String after, ObjectNode expected) {
    if (!parsed(after).equals(expected)) {
      throw Configuration.refused("it is written in a way that cannot be changed safely");
    }
    return after;
  }

  private static String inGroup(String name, Entry entry, String unit) {
    String inner = pretty(entry, unit).lines().collect(Collectors.joining("\n" + unit));
    return "{\n" + unit + JSON.writeValueAsString(name) + ": " + inner + "\n}";
  }

  private static String pretty(Entry entry, String unit) {
    return JSON.writer().with(printer(unit)).writeValueAsString(entry.fields());
  }

  private static DefaultPrettyPrinter printer(String unit) {
    DefaultIndenter indenter = new DefaultIndenter(unit, "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
        .withObjectIndenter(indenter);
  }
}
