package dev.parley.hub.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * What was set, by key, and what was asked for: the keys that the records ask for are the keys
 * there are, so there is no second list to keep in step.
 */
final class Settings {
  private final Map<String, Setting> given;
  private final SequencedMap<String, String> asked = new LinkedHashMap<>();

  /** A value and where it stands. */
  record Setting(String value, String source) {}

  Settings(Map<String, Setting> given) {
    this.given = given;
  }

  static Settings none() {
    return new Settings(Map.of());
  }

  String text(String key, String otherwise) {
    asked.put(key, otherwise);
    Setting setting = given.get(key);
    return setting == null ? otherwise : setting.value();
  }

  int integer(String key, int otherwise) {
    String value = text(key, Integer.toString(otherwise));
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BadConfig(key, value, "a whole number");
    }
  }

  <E extends Enum<E>> E choice(String key, Class<E> choices, E otherwise) {
    String value = text(key, otherwise.name().toLowerCase(Locale.ROOT));
    for (E choice : choices.getEnumConstants()) {
      if (choice.name().equalsIgnoreCase(value)) {
        return choice;
      }
    }
    String names =
        Arrays.stream(choices.getEnumConstants())
            .map(choice -> choice.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw new BadConfig(key, value, "one of " + names);
  }

  /** Every key asked for, with its default. */
  SequencedMap<String, String> asked() {
    return asked;
  }

  /** Where a key was set, for a message about it. */
  String sourceOf(String key) {
    Setting setting = given.get(key);
    return setting == null ? "the default" : setting.source();
  }
}
