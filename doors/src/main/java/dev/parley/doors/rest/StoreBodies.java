package dev.parley.doors.rest;

import dev.parley.apps.store.AppFields;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Field;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What publishers send, in either spelling of its keys. */
final class StoreBodies {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JsonNode root;

  private StoreBodies(JsonNode root) {
    this.root = root;
  }

  static StoreBodies of(RestCall call) {
    byte[] body = Objects.requireNonNullElse(call.request().raw(Field.VALUES), new byte[0]);
    if (body.length == 0) {
      return new StoreBodies(JSON.createObjectNode());
    }
    try {
      JsonNode root = JSON.readTree(body);
      if (root.isObject()) {
        return new StoreBodies(root);
      }
    } catch (JacksonException e) {
      // said below
    }
    throw new Refused(ErrorCode.BAD_JSON, "the body must be a JSON object");
  }

  /** Null when it was not sent. */
  @Nullable String text(String name) {
    JsonNode value = value(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' must be a text");
    }
    return value.stringValue();
  }

  boolean flag(String name, boolean otherwise) {
    JsonNode value = value(name);
    return value == null ? otherwise : value.asBoolean(otherwise);
  }

  private @Nullable JsonNode value(String name) {
    JsonNode camel = root.get(name);
    return camel == null
        ? root.get(name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
        : camel;
  }

  AppFields fields() {
    return new AppFields(
        text("name"),
        text("version"),
        text("description"),
        text("longDescription"),
        text("category"),
        text("visibility"),
        text("icon"),
        text("accountId"),
        text("type"),
        manifest(),
        text("skillMd"));
  }

  /** As an object, or as the text of a file. */
  private byte @Nullable [] manifest() {
    String content = text("manifestContent");
    if (content != null) {
      return content.getBytes(StandardCharsets.UTF_8);
    }
    JsonNode object = value("manifest");
    return object == null || object.isNull() ? null : JSON.writeValueAsBytes(object);
  }
}
