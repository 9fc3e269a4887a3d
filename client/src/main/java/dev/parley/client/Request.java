package dev.parley.client;

import dev.parley.client.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request before it has its number. */
final class Request {

  /** What becomes of it when the connection breaks between the request and its answer. */
  enum IfLost {
    /** Asking twice does no harm, or the hub knows the second time for what it is. */
    ASK_AGAIN,
    /** Only the caller can tell whether to do it again. */
    FAIL
  }

  private final String type;
  private final IfLost ifLost;
  private final Map<String, Object> fields = new LinkedHashMap<>();

  private Request(String type, IfLost ifLost) {
    this.type = type;
    this.ifLost = ifLost;
  }

  static Request repeatable(String type) {
    return new Request(type, IfLost.ASK_AGAIN);
  }

  static Request once(String type) {
    return new Request(type, IfLost.FAIL);
  }

  /** Adds a field; null leaves it out. */
  Request with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  Request withAll(Map<String, ?> more) {
    fields.putAll(more);
    return this;
  }

  String type() {
    return type;
  }

  boolean failsIfLost() {
    return ifLost == IfLost.FAIL;
  }

  byte[] frame(long requestId) {
    return new JsonWriter().put("type", type).put("requestId", requestId).putAll(fields).toBytes();
  }
}
