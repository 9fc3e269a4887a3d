package dev.parley.stores.rocksdb;

/**
 * That a message was filed again, later than it was stored: an entry of its own in the order of
 * commits, which leads to the message.
 *
 * <pre>
 * varint  number of the message
 * varint  number of copies
 * each:   varint box number, varint position
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // a view on one value, never compared
record Refiled(long message, int[] boxes, long[] positions) {

  /** Writes the copies from {@code from} up to {@code to} of those that the arrays name. */
  static void write(long message, int[] boxes, long[] positions, int from, int to, Output out) {
    out.varint(message);
    out.varint(to - from);
    for (int i = from; i < to; i++) {
      out.varint(Integer.toUnsignedLong(boxes[i]));
      out.varint(positions[i]);
    }
  }

  static Refiled read(byte[] value) {
    Input in = new Input(value);
    long message = in.varint();
    int copies = (int) in.varint();
    int[] boxes = new int[copies];
    long[] positions = new long[copies];
    for (int i = 0; i < copies; i++) {
      boxes[i] = (int) in.varint();
      positions[i] = in.varint();
    }
    return new Refiled(message, boxes, positions);
  }

  /** The number of the message, without the copies. */
  static long messageOf(byte[] value) {
    return new Input(value).varint();
  }
}
