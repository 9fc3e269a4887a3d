package dev.parley.apps.install;

import java.util.Optional;

/**
 * What a store tells of an app.
 *
 * @param id of its manifest
 */
public record StoreEvent(Type type, String id) {

  /** What has happened to it. */
  public enum Type {
    INSTALLED("app_installed"),
    UPDATED("app_updated"),
    UNINSTALLED("app_uninstalled"),
    REVOKED("app_revoked");

    private static final String PREFIX = "app_";
    private final String wireName;

    Type(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }

    /** With {@code app_} in front or without. */
    public static Optional<Type> parse(String text) {
      String whole = text.startsWith(PREFIX) ? text : PREFIX + text;
      for (Type each : values()) {
        if (each.wireName.equals(whole)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }
}
