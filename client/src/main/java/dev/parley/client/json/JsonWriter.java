package dev.parley.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Makes one JSON object, field by field. */
public final class JsonWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
  private final JsonGenerator generator =
      JsonScan.JSON.createGenerator(ObjectWriteContext.empty(), bytes);

  public JsonWriter() {
    generator.writeStartObject();
  }

  /** A value that is JSON already and known to be right. */
  record Raw(String json) {}

  /**
   * Adds a field; null leaves it out. Text, numbers, booleans, {@link JsonObject}s, and lists and
   * maps of those, in which null is a value.
   */
  public JsonWriter put(String name, @Nullable Object value) {
    if (value != null) {
      generator.writeName(name);
      write(value);
    }
    return this;
  }

  public JsonWriter putAll(Map<String, ?> fields) {
    fields.forEach(this::put);
    return this;
  }

  private void write(@Nullable Object value) {
    switch (value) {
      case null -> generator.writeNull();
      case String text -> generator.writeString(text);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Double number -> generator.writeNumber(number);
      case BigInteger number -> generator.writeNumber(number);
      case BigDecimal number -> generator.writeNumber(number);
      case Boolean flag -> generator.writeBoolean(flag);
      case JsonObject object -> {
        generator.writeRawValue(""); // what stands before a value
        generator.flush();
        object.writeTo(bytes);
      }
      case Raw raw -> generator.writeRawValue(raw.json());
      case Iterable<?> list -> {
        generator.writeStartArray();
        list.forEach(this::write);
        generator.writeEndArray();
      }
      case Map<?, ?> map -> {
        generator.writeStartObject();
        map.forEach(
            (name, element) -> {
              generator.writeName(name.toString());
              write(element);
            });
        generator.writeEndObject();
      }
      default -> throw new JsonException("no JSON for " + value.getClass().getName());
    }
  }

  /** Ends the object; the writer is used up then. */
  public byte[] toBytes() {
    generator.writeEndObject();
    generator.close();
    return bytes.toByteArray();
  }

  public JsonObject toObject() {
    return JsonObject.written(toBytes());
  }

  @Override
  public String toString() {
    generator.flush();
    return bytes.toString(UTF_8);
  }
}
