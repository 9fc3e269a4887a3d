package dev.parley.comm;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which settings there are, as forms show them. */
public record SettingsSchema(List<Group> groups) {
  private static final int VALUE_CHARS_MAX = 8_192;
  public static final SettingsSchema EMPTY = new SettingsSchema(List.of());

  public record Group(String title, List<Field> fields) {}

  public enum Type {
    STRING,
    URL,
    /** A string to those who fill in forms. */
    UUID,
    PASSWORD;

    public String wireName() {
      return switch (this) {
        case STRING, UUID -> "string";
        case URL -> "url";
        case PASSWORD -> "password";
      };
    }

    /** What a value must be, or empty when this one is as it must be. */
    private String problem(String value) {
      try {
        switch (this) {
          case STRING, PASSWORD -> {}
          case URL -> {
            URI address = URI.create(value);
            boolean good =
                address.getHost() != null
                    && address.getRawUserInfo() == null
                    && Set.of("http", "https", "ws", "wss").contains(address.getScheme());
            return good ? "" : "an address such as https://hub.example";
          }
          case UUID -> {
            return java.util.UUID.fromString(value).toString().equalsIgnoreCase(value)
                ? ""
                : "a UUID";
          }
        }
        return "";
      } catch (IllegalArgumentException e) {
        return this == UUID ? "a UUID" : "an address such as https://hub.example";
      }
    }
  }

  /**
   * @param byDefault empty for none
   * @param secret never shown to anybody once it is set
   */
  public record Field(
      String key, String title, String description, Type type, String byDefault, boolean secret) {}

  /**
   * @throws Refused when there is no such setting, or this is no value for it
   */
  public void check(String key, String value) {
    Field field =
        field(key)
            .orElseThrow(
                () ->
                    new Refused(
                        ErrorCode.BAD_REQUEST,
                        "there is no setting '"
                            + key
                            + "'; there are "
                            + fields().map(Field::key).toList()));
    if (value.length() > VALUE_CHARS_MAX || value.chars().anyMatch(c -> c < ' ')) {
      throw new Refused(ErrorCode.BAD_REQUEST, "the value of '" + key + "' is no good");
    }
    String problem = value.isBlank() ? "" : field.type.problem(value.strip());
    if (!problem.isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + key + "' must be " + problem);
    }
  }

  public Stream<Field> fields() {
    return groups.stream().flatMap(group -> group.fields.stream());
  }

  public Optional<Field> field(String key) {
    return fields().filter(field -> field.key.equals(key)).findFirst();
  }
}
