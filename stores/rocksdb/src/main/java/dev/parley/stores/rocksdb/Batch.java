package dev.parley.stores.rocksdb;

/**
 * A write batch in RocksDB's own serialized form, built here so that one native call carries a
 * whole commit instead of one a key.
 *
 * <pre>
 * sequence(8, filled in by RocksDB) count(4, little-endian)
 * 05 family key-length key value-length value      a put; family and lengths are varints
 * 04 family key-length key                         a delete
 * </pre>
 */
final class Batch {
  private static final int HEADER_BYTES = 12;
  private static final int PUT = 5;
  private static final int DELETE = 4;
  private static final int CAPACITY_BYTES = 256 << 10;
  private static final int CAPACITY_BYTES_KEPT = 4 << 20;

  private Output out = new Output(CAPACITY_BYTES);
  private int count;

  Batch() {
    clear();
  }

  boolean isEmpty() {
    return count == 0;
  }

  int bytes() {
    return out.length();
  }

  void clear() {
    if (out.array().length > CAPACITY_BYTES_KEPT) {
      out = new Output(CAPACITY_BYTES);
    }
    out.clear();
    out.u64(0);
    out.u32(0);
    count = 0;
  }

  void put(Family family, byte[] key, byte[] value) {
    open(PUT, family, key);
    out.varint(value.length);
    out.bytes(value);
  }

  void put(Family family, byte[] key, Output value) {
    open(PUT, family, key);
    out.varint(value.length());
    out.bytes(value.array(), 0, value.length());
  }

  /**
   * Puts a message's body.
   *
   * @return where it is, for {@link #bodyAt}
   */
  int putBody(long number, Output header, byte[] json) {
    out.u8(PUT);
    out.varint(Family.MESSAGES.id());
    out.u8(8);
    out.u64(number);
    int start = out.length();
    out.varint(header.length() + json.length);
    out.bytes(header.array(), 0, header.length());
    out.bytes(json);
    count++;
    return start;
  }

  void delete(Family family, byte[] key) {
    open(DELETE, family, key);
  }

  private void open(int what, Family family, byte[] key) {
    out.u8(what);
    out.varint(family.id());
    out.varint(key.length);
    out.bytes(key);
    count++;
  }

  /** Reads back a body; only until the next change. */
  Input bodyAt(int start) {
    Input length = new Input(out.array(), start, out.length());
    int bytes = (int) length.varint();
    return new Input(out.array(), length.at(), length.at() + bytes);
  }

  byte[] toArray() {
    byte[] bytes = out.array();
    for (int i = 0; i < 4; i++) {
      bytes[HEADER_BYTES - 4 + i] = (byte) (count >>> (8 * i));
    }
    return out.toArray();
  }
}
