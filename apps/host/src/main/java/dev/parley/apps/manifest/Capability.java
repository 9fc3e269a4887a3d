package dev.parley.apps.manifest;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One thing that an app says it provides.
 *
 * @param name of a tool or channel; empty for the other kinds
 */
public record Capability(Kind kind, String name) {

  /** What apps can provide, with the prefix of the permissions of which one is needed for it. */
  public enum Kind {
    GATEWAY("gateway", "network"),
    VISION("vision", ""),
    BROWSER("browser", ""),
    COMM("comm", "comm"),
    UI("ui", ""),
    SCHEDULE("schedule", "schedule"),
    HOOKS("hooks", "hook"),
    TOOL("tool", ""),
    CHANNEL("channel", "channel");

    private static final Map<String, Kind> BY_NAME =
        Arrays.stream(values()).collect(Collectors.toMap(Kind::wireName, Function.identity()));

    private final String wireName;
    private final String permissionPrefix;

    Kind(String wireName, String permissionPrefix) {
      this.wireName = wireName;
      this.permissionPrefix = permissionPrefix;
    }

    public String wireName() {
      return wireName;
    }

    /** Empty when no permission is needed. */
    public String permissionPrefix() {
      return permissionPrefix;
    }

    /** Whether it is told a name of its own, as in {@code tool:calculator}. */
    public boolean isNamed() {
      return this == TOOL || this == CHANNEL;
    }
  }

  /**
   * As manifests write it.
   *
   * @throws IllegalArgumentException when there is no such capability
   */
  public static Capability parse(String text) {
    int colon = text.indexOf(':');
    Kind kind = Kind.BY_NAME.get(colon < 0 ? text : text.substring(0, colon));
    String name = colon < 0 ? "" : text.substring(colon + 1);
    if (kind == null || kind.isNamed() == name.isBlank() || (colon >= 0 && !kind.isNamed())) {
      throw new IllegalArgumentException("'" + text + "' is no capability");
    }
    return new Capability(kind, name);
  }

  @Override
  public String toString() {
    return kind.isNamed() ? kind.wireName() + ":" + name : kind.wireName();
  }
}
