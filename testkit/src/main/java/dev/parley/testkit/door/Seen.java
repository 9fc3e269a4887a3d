package dev.parley.testkit.door;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as a door shows it: the fields of the envelope, with its defaults filled in. */
public record Seen(Map<String, Object> fields) {
  static final Seen NOTHING = new Seen(Map.of());

  public String id() {
    return text("id", "");
  }

  public String from() {
    return text("from", "");
  }

  public String path() {
    return text("path", "");
  }

  public String content() {
    return text("content", "");
  }

  public String command() {
    return text("command", "message");
  }

  public String type() {
    return text("type", "message");
  }

  public String priority() {
    return text("priority", "normal");
  }

  public String origin() {
    return text("origin", "");
  }

  public @Nullable String replyTo() {
    return fields.get("replyTo") instanceof String text ? text : null;
  }

  public Object payload() {
    return fields.getOrDefault("payload", Map.of());
  }

  public @Nullable Object field(String name) {
    return fields.get(name);
  }

  /** A time or another number; 0 when there is none. */
  public long number(String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : 0;
  }

  public String text(String name, String otherwise) {
    return fields.get(name) instanceof String text ? text : otherwise;
  }

  public static List<String> contents(List<Seen> messages) {
    return messages.stream().map(Seen::content).toList();
  }

  public static List<String> ids(List<Seen> messages) {
    return messages.stream().map(Seen::id).toList();
  }
}
