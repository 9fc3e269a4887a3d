package dev.parley.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object, read from its text and keeping it. One pass decodes the scalars of the top level
 * and of the objects and arrays right below it, and notes where those further down stand; they are
 * read when they are asked for.
 *
 * <p>A field that is absent, null, or of another kind than asked for reads as absent: whoever talks
 * to a newer hub should not fall over a field that grew.
 */
public final class JsonObject {
  public static final JsonObject EMPTY = parse("{}");

  private final byte[] source;
  private final int from;
  private final int to;

  /** Null until somebody asks for a field; two threads may both read them, to the same end. */
  private volatile @Nullable Map<String, Object> read;

  private JsonObject(byte[] source, int from, int to, @Nullable Map<String, Object> read) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.read = read;
  }

  /**
   * A nested object or array, by its place in the text.
   *
   * @param fields of an object that was read with the one around it
   * @param elements of an array that was
   */
  record Nested(
      boolean array,
      int from,
      int to,
      @Nullable Map<String, Object> fields,
      @Nullable List<Object> elements) {}

  public static JsonObject parse(String text) {
    return parse(text.getBytes(UTF_8));
  }

  /** The bytes become this object's own: do not change them afterwards. */
  public static JsonObject parse(byte[] utf8) {
    return parse(utf8, 0, utf8.length);
  }

  private static JsonObject parse(byte[] source, int from, int to) {
    return new JsonObject(source, from, to, JsonScan.object(source, from, to));
  }

  /** What a {@link JsonWriter} made: read only when somebody asks, which a sender does not. */
  static JsonObject written(byte[] utf8) {
    return new JsonObject(utf8, 0, utf8.length, null);
  }

  private Map<String, Object> fields() {
    Map<String, Object> fields = read;
    if (fields == null) {
      fields = JsonScan.object(source, from, to);
      read = fields;
    }
    return fields;
  }

  public Set<String> names() {
    return Collections.unmodifiableSet(fields().keySet());
  }

  public boolean has(String name) {
    return fields().containsKey(name);
  }

  public @Nullable String text(String name) {
    return fields().get(name) instanceof String text ? text : null;
  }

  public String text(String name, String otherwise) {
    return fields().get(name) instanceof String text ? text : otherwise;
  }

  public long number(String name, long otherwise) {
    return fields().get(name) instanceof Number number ? number.longValue() : otherwise;
  }

  public boolean flag(String name) {
    return Boolean.TRUE.equals(fields().get(name));
  }

  public @Nullable JsonObject object(String name) {
    return fields().get(name) instanceof Nested nested && !nested.array ? nested(nested) : null;
  }

  /** Its text is JSON: whoever read the object around it went over it. */
  private JsonObject nested(Nested nested) {
    return new JsonObject(source, nested.from, nested.to, nested.fields);
  }

  public JsonObject objectOrEmpty(String name) {
    JsonObject object = object(name);
    return object == null ? EMPTY : object;
  }

  /** The objects of an array; what is no object in it is left out. */
  public List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : elements(name)) {
      if (element instanceof Nested nested && !nested.array) {
        objects.add(nested(nested));
      }
    }
    return objects;
  }

  /** The strings of an array; what is no string in it is left out. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object element : elements(name)) {
      if (element instanceof String text) {
        texts.add(text);
      }
    }
    return texts;
  }

  private List<Object> elements(String name) {
    if (!(fields().get(name) instanceof Nested nested && nested.array)) {
      return List.of();
    }
    return nested.elements != null
        ? nested.elements
        : JsonScan.array(source, nested.from, nested.to);
  }

  /**
   * A field's value for showing: text as it is, numbers and booleans as written, nested values as
   * JSON; empty when absent.
   */
  public String shown(String name) {
    Object value = fields().get(name);
    return switch (value) {
      case null -> "";
      case Nested nested -> slice(nested.from, nested.to);
      default -> value.toString();
    };
  }

  /** A field's value as a {@link JsonWriter} takes it; null when absent. */
  public @Nullable Object value(String name) {
    Object value = fields().get(name);
    return value instanceof Nested nested
        ? new JsonWriter.Raw(slice(nested.from, nested.to))
        : value;
  }

  /** This object without some of its fields, everything else as it was written. */
  public JsonObject without(String... names) {
    Set<String> left = Set.of(names);
    var writer = new JsonWriter();
    for (String name : fields().keySet()) {
      if (!left.contains(name)) {
        writer.put(name, value(name));
      }
    }
    return writer.toObject();
  }

  /** This object with one more field. */
  public JsonObject with(String name, @Nullable Object value) {
    var writer = new JsonWriter();
    fields().keySet().forEach(each -> writer.put(each, value(each)));
    return writer.put(name, value).toObject();
  }

  /** The JSON text as it came. */
  void writeTo(ByteArrayOutputStream out) {
    out.write(source, from, to - from);
  }

  private String slice(int start, int end) {
    return new String(source, start, end - start, UTF_8);
  }

  /** The JSON text as it came. */
  public String raw() {
    return slice(from, to);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonObject that && raw().equals(that.raw());
  }

  @Override
  public int hashCode() {
    return raw().hashCode();
  }

  @Override
  public String toString() {
    return raw();
  }
}
