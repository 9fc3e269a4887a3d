package dev.parley.hub.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was set, by key, and what was asked for: the keys that the records ask for are the keys
 * there are, so there is no second list to keep in step.
 */
final class Settings {
  private final Map<String, Setting> given;
  private final SequencedMap<String, String> asked = new LinkedHashMap<>();

  /**
   * A value and where it stands.
   *
   * @param several was it given as a list? Then the value has commas between them
   */
  record Setting(String value, String source, boolean several) {
    Setting(String value, String source) {
      this(value, source, false);
    }
  }

  Settings(Map<String, Setting> given) {
    this.given = given;
  }

  static Settings none() {
    return new Settings(Map.of());
  }

  String text(String key, String otherwise) {
    Setting setting = given.get(key);
    if (setting != null && setting.several) {
      throw new BadConfig(key, "one value is expected, not a list");
    }
    return joined(key, otherwise);
  }

  private String joined(String key, String otherwise) {
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

  /** Several values: a list in the file, with commas between them elsewhere. In lower case. */
  List<String> list(String key, List<String> otherwise) {
    return Stream.of(joined(key, String.join(",", otherwise)).split(",", -1))
        .map(value -> value.strip().toLowerCase(Locale.ROOT))
        .filter(value -> !value.isEmpty())
        .toList();
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
