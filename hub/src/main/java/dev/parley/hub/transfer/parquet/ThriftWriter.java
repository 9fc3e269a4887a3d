package dev.parley.hub.transfer.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Thrift's compact protocol, the part of it that Parquet's headers are written in:
 *
 * <pre>
 *  field   (distance from the last field's id &lt;&lt; 4 | type), value
 *  integer zigzag, then seven bits a byte, the lowest first
 *  text    length, bytes
 *  list    (length &lt;&lt; 4 | type), or 0xF0 | type and the length, then the elements
 *  struct  its fields, then 0
 * </pre>
 */
final class ThriftWriter {
  private static final int INT_32 = 5;
  private static final int INT_64 = 6;
  private static final int TEXT = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int SHORT_LIST_MAX = 14;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Deque<Integer> outer = new ArrayDeque<>();
  private int lastField;

  /** One struct that stands alone. */
  static byte[] struct(Consumer<ThriftWriter> fields) {
    var writer = new ThriftWriter();
    fields.accept(writer);
    writer.out.write(0);
    return writer.out.toByteArray();
  }

  ThriftWriter int32(int field, int value) {
    return integer(field, INT_32, value);
  }

  ThriftWriter int64(int field, long value) {
    return integer(field, INT_64, value);
  }

  private ThriftWriter integer(int field, int type, long value) {
    header(field, type);
    zigzag(value);
    return this;
  }

  ThriftWriter text(int field, String value) {
    header(field, TEXT);
    text(value);
    return this;
  }

  ThriftWriter struct(int field, Consumer<ThriftWriter> fields) {
    header(field, STRUCT);
    nested(() -> fields.accept(this));
    return this;
  }

  <T extends @Nullable Object> ThriftWriter structs(int field, List<T> values, Consumer<T> each) {
    listHeader(field, STRUCT, values.size());
    values.forEach(value -> nested(() -> each.accept(value)));
    return this;
  }

  ThriftWriter texts(int field, List<String> values) {
    listHeader(field, TEXT, values.size());
    values.forEach(this::text);
    return this;
  }

  ThriftWriter int32s(int field, List<Integer> values) {
    listHeader(field, INT_32, values.size());
    values.forEach(value -> zigzag(value));
    return this;
  }

  private void nested(Runnable fields) {
    outer.push(lastField);
    lastField = 0;
    fields.run();
    out.write(0);
    lastField = outer.pop();
  }

  private void header(int field, int type) {
    out.write(((field - lastField) << 4) | type);
    lastField = field;
  }

  private void listHeader(int field, int type, int size) {
    header(field, LIST);
    if (size <= SHORT_LIST_MAX) {
      out.write((size << 4) | type);
    } else {
      out.write(0xF0 | type);
      varint(size);
    }
  }

  private void text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    varint(bytes.length);
    out.writeBytes(bytes);
  }

  private void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
