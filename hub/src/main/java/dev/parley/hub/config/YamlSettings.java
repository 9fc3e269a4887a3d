package dev.parley.hub.config;

import dev.parley.hub.config.Settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads a YAML file of nested keys into dotted ones. */
final class YamlSettings {
  private final Path file;
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  private YamlSettings(Path file) {
    this.file = file;
  }

  static Map<String, Setting> read(Path file) {
    var reading = new YamlSettings(file);
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), file)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        reading.object(parser, "");
      } else if (first != null && first != JsonToken.VALUE_NULL) {
        throw new BadConfig(file.toString(), "keys with values are expected, such as 'port: 3000'");
      }
    } catch (JacksonException e) {
      throw new BadConfig(
          file.toString(), "not YAML at line " + e.getLocation().getLineNr() + ": " + firstLine(e));
    }
    return reading.settings;
  }

  private static String firstLine(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable");
  }

  private void object(JsonParser parser, String prefix) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      String key = prefix + name;
      int line = parser.currentTokenLocation().getLineNr();
      switch (parser.nextToken()) {
        case START_OBJECT -> object(parser, key + ".");
        case START_ARRAY -> put(key, new Setting(list(parser, key, line), at(line)), line);
        case VALUE_NULL -> {}
        default -> put(key, new Setting(parser.getString(), at(line)), line);
      }
    }
  }

  private static List<String> list(JsonParser parser, String key, int line) {
    List<String> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String value = parser.currentToken().isScalarValue() ? parser.getString() : null;
      if (value == null) {
        throw new BadConfig(key, "a list of plain values is expected (line " + line + ")");
      }
      values.add(value);
    }
    return List.copyOf(values);
  }

  private String at(int line) {
    return file + " line " + line;
  }

  private void put(String key, Setting setting, int line) {
    if (settings.put(key, setting) != null) {
      throw new BadConfig(key, "set twice (line " + line + ")");
    }
  }
}
