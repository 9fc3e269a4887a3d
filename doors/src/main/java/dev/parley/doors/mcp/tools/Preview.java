package dev.parley.doors.mcp.tools;

import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as a model is shown them: of each only so much, and of all together no more than fits a
 * budget. What was cut or left out has a link, and {@code get_message} reads on.
 */
final class Preview {
  /** Of one message's words. */
  static final int CONTENT_MAX = 4_000;

  /** Of any other field. */
  static final int FIELD_MAX = 2_000;

  /** Of an answer. */
  static final int BYTES_MAX = 64 << 10;

  private static final List<String> KEPT =
      List.of("id", "from", "origin", "type", "priority", "timestamp", "replyTo", "threadId");

  private Preview() {}

  static ObjectNode of(Copy copy) {
    return withState(of(copy.message()), copy);
  }

  static ObjectNode of(StoredMessage message) {
    ObjectNode shown = MessageView.of(message);
    ArrayNode leftOut = Json.array();
    for (String name : List.copyOf(shown.propertyNames())) {
      JsonNode value = shown.path(name);
      if (name.equals(MessageView.CONTENT) || name.equals(MessageView.TO)) {
        continue;
      }
      if (Json.text(value).length() > FIELD_MAX) {
        shown.remove(name);
        leftOut.add(name);
      }
    }
    shown.put(MessageView.TO, cut(shown.path(MessageView.TO).asString(""), FIELD_MAX));
    String content = shown.path(MessageView.CONTENT).asString("");
    if (content.length() > CONTENT_MAX) {
      shown.put(MessageView.CONTENT, cut(content, CONTENT_MAX));
      shown.put("contentLength", content.length());
    }
    if (!leftOut.isEmpty()) {
      shown.set("leftOut", leftOut);
    }
    return content.length() > CONTENT_MAX || !leftOut.isEmpty()
        ? shown.put("truncated", true)
        : shown;
  }

  /** Who wrote it and how much, without a word of it. */
  static ObjectNode withoutBody(Copy copy) {
    ObjectNode whole = MessageView.of(copy.message());
    ObjectNode shown = Json.object();
    for (String name : KEPT) {
      if (whole.has(name)) {
        shown.set(name, whole.get(name));
      }
    }
    shown.put(MessageView.TO, cut(whole.path(MessageView.TO).asString(""), FIELD_MAX));
    shown.put("contentLength", whole.path(MessageView.CONTENT).asString("").length());
    return withState(shown, copy);
  }

  private static ObjectNode withState(ObjectNode shown, Copy copy) {
    if (copy.box().isInbox()) {
      shown.put("read", copy.state().hasReached(State.READ));
      shown.put("status", copy.state().status());
    }
    return shown;
  }

  /** Never half of a character. */
  static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
  }

  static boolean isWhole(ObjectNode shown) {
    return !shown.has("truncated");
  }

  /** As many from the beginning as fit together; at least one. */
  static <T> List<T> fitting(List<T> messages, Function<T, ObjectNode> view) {
    List<T> fitting = new ArrayList<>();
    long bytes = 0;
    for (T message : messages) {
      bytes += Json.bytes(view.apply(message)).length;
      if (bytes > BYTES_MAX && !fitting.isEmpty()) {
        break;
      }
      fitting.add(message);
    }
    return fitting;
  }

  /** Where the whole of a message is that was cut. */
  static ObjectNode link(JsonNode shown) {
    String id = shown.path("id").asString("");
    return Json.object()
        .put("type", "resource_link")
        .put("uri", Uris.message(id))
        .put("name", "message " + id)
        .put("description", "the whole message, of which only the beginning is shown")
        .put("mimeType", "application/json");
  }
}
