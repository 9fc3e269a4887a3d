package dev.parley.apps.manifest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The fields of a JSON object; null is the same as absent, and fields nobody asks for are none. */
final class Fields {
  private static final int QUOTED_MAX = 100;

  /** Two values of one name would mean one thing to a store and another to a hub. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonNode object;
  private final String prefix;

  private Fields(JsonNode object, String prefix) {
    this.object = object;
    this.prefix = prefix;
  }

  static Fields parse(byte[] json) {
    JsonNode root;
    try {
      root = JSON.readTree(json);
    } catch (JacksonException e) {
      throw new Refused(
          ErrorCode.BAD_JSON, ManifestReader.FILE + " is not JSON: " + e.getOriginalMessage());
    }
    if (!root.isObject()) {
      throw new Refused(ErrorCode.BAD_JSON, ManifestReader.FILE + " is not a JSON object");
    }
    return new Fields(root, "");
  }

  private boolean isAbsent(String name) {
    return !object.hasNonNull(name);
  }

  String required(String name) {
    String text = text(name, "");
    if (text.isBlank()) {
      throw isAbsent(name)
          ? new Refused(
              ErrorCode.BAD_REQUEST, ManifestReader.FILE + ": " + prefix + name + " is missing")
          : wrong(prefix + name, text, "not empty");
    }
    return text;
  }

  String text(String name, String otherwise) {
    if (isAbsent(name)) {
      return otherwise;
    }
    return text(prefix + name, object.get(name));
  }

  private static String text(String name, JsonNode value) {
    if (!value.isString()) {
      throw wrong(name, shown(value), "a text");
    }
    return value.stringValue();
  }

  private static String shown(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }

  private List<JsonNode> items(String name, String expected) {
    if (isAbsent(name)) {
      return List.of();
    }
    JsonNode list = object.get(name);
    if (!list.isArray()) {
      throw wrong(prefix + name, shown(list), expected);
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return items;
  }

  List<String> texts(String name) {
    return items(name, "a list of texts").stream().map(each -> text(prefix + name, each)).toList();
  }

  List<Fields> objects(String name) {
    return items(name, "a list of objects").stream()
        .map(
            each -> {
              if (!each.isObject()) {
                throw wrong(prefix + name, shown(each), "a list of objects");
              }
              return new Fields(each, prefix + name + ".");
            })
        .toList();
  }

  /** 0 when it is not there. */
  int integer(String name, int min, int max, String unit) {
    if (isAbsent(name)) {
      return 0;
    }
    JsonNode value = object.get(name);
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < min
        || value.intValue() > max) {
      throw wrong(
          prefix + name, shown(value), "a whole number, " + min + " to " + max + " " + unit);
    }
    return value.intValue();
  }

  static Refused wrong(String field, String value, String expected) {
    return new Refused(
        ErrorCode.BAD_REQUEST,
        ManifestReader.FILE + ": " + field + " is " + quoted(value) + ", but must be " + expected);
  }

  /** Written by a stranger, for a line in a log: short, and on one line. */
  static String quoted(String value) {
    String shown = value.length() <= QUOTED_MAX ? value : value.substring(0, QUOTED_MAX) + "...";
    return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
  }
}
