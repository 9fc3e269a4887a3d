package dev.parley.traces;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes the few things of protobuf's wire format that spans are made of. */
final class Protobuf {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  byte[] toBytes() {
    return out.toByteArray();
  }

  Protobuf text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  Protobuf number(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  Protobuf fixed(int field, long value) {
    tag(field, FIXED_64);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
    return this;
  }

  /** Bytes that are one or two numbers, the highest byte first, as ids are written. */
  Protobuf id(int field, long... parts) {
    tag(field, BYTES);
    varint((long) parts.length * Long.BYTES);
    for (long part : parts) {
      for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        out.write((int) (part >>> shift));
      }
    }
    return this;
  }

  Protobuf message(int field, Consumer<Protobuf> content) {
    Protobuf inner = new Protobuf();
    content.accept(inner);
    return bytes(field, inner.toBytes());
  }

  private Protobuf bytes(int field, byte[] value) {
    tag(field, BYTES);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void tag(int field, int wireType) {
    varint(((long) field << 3) | wireType);
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
