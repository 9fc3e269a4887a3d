package dev.parley.hub.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
   * @param items what was given as a list, or null for a single value
   */
  record Setting(String value, String source, @Nullable List<String> items) {
    Setting(String value, String source) {
      this(value, source, null);
    }

    Setting(List<String> items, String source) {
      this(String.join(",", items), source, items);
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
    if (setting != null && setting.items != null) {
      throw new BadConfig(key, "one value is expected, not a list");
    }
    return joined(key, otherwise);
  }

  /** The keys that were given and begin so: for what has names of the owner's own choice. */
  List<String> keysUnder(String prefix) {
    return given.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  /** One value of a key that has no default, or empty. */
  String optionalText(String key) {
    Setting setting = given.get(key);
    if (setting == null) {
      return "";
    }
    if (setting.items != null) {
      throw new BadConfig(key, "one value is expected, not a list");
    }
    return setting.value;
  }

  boolean isAbsent(String key) {
    return !given.containsKey(key);
  }

  /** What was given as a list, each as it was written; nothing when it was not given. */
  List<String> items(String key) {
    Setting setting = given.get(key);
    if (setting == null) {
      return List.of();
    }
    if (setting.items == null) {
      throw new BadConfig(key, "a list is expected, such as [one, two]");
    }
    return setting.items;
  }

  private String joined(String key, String otherwise) {
    asked.put(key, otherwise);
    Setting setting = given.get(key);
    return setting == null ? otherwise : setting.value();
  }

  boolean flag(String key, boolean otherwise) {
    return switch (text(key, Boolean.toString(otherwise)).toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      case String value -> throw new BadConfig(key, value, "one of false, true");
    };
  }

  int integer(String key, int otherwise) {
    String value = text(key, Integer.toString(otherwise));
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BadConfig(key, value, "a whole number");
    }
  }

  /**
   * Several names, as they were written: a list in the file, with commas between them elsewhere.
   */
  List<String> names(String key) {
    return Stream.of(joined(key, "").split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Several values: a list in the file, with commas between them elsewhere. In lower case. */
  List<String> list(String key, List<String> otherwise) {
    Setting setting = given.get(key);
    if (setting != null
        && setting.items != null
        && setting.items.stream().anyMatch(item -> item.indexOf(',') >= 0)) {
      throw new BadConfig(key, "a list of plain values is expected");
    }
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

  /** Where a key, or the first of those under it, was set, for a message about it. */
  String sourceOf(String key) {
    Setting setting = given.get(key);
    if (setting != null) {
      return setting.source();
    }
    return keysUnder(key + ".").stream()
        .findFirst()
        .map(first -> Objects.requireNonNull(given.get(first)).source())
        .orElse("the default");
  }
}
