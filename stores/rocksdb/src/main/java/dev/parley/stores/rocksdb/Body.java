package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.StoredMessage;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/**
 * A stored message and where its copies lie, so that one read answers both.
 *
 * <pre>
 * 0   8+8     id
 * 16  8       timestamp
 * 24  octet   priority
 *     varint  expiry
 *     varint  number of copies
 *     each:   varint box number, varint position
 *     rest    the envelope's JSON
 * </pre>
 *
 * @param boxes the boxes of the copies, and {@code positions} where in them, in the order they were
 *     placed
 */
@SuppressWarnings("ArrayRecordComponent") // a view on one value, never compared
record Body(
    MessageId id,
    long timestamp,
    Priority priority,
    long expiresAt,
    int[] boxes,
    long[] positions,
    int jsonStart) {

  /** As much of a value as tells id and timestamp. */
  static final int PREFIX_BYTES = 24;

  private static final int FRONT_BYTES = 512;
  private static final int COPY_BYTES_MAX = 15;

  static void writeHeader(
      StoredMessage message, int[] boxes, long[] positions, int copies, Output out) {
    out.u64(message.id().high());
    out.u64(message.id().low());
    out.u64(message.timestamp());
    out.u8(Rank.of(message.priority()));
    out.varint(message.expiresAt());
    out.varint(copies);
    for (int i = 0; i < copies; i++) {
      out.varint(Integer.toUnsignedLong(boxes[i]));
      out.varint(positions[i]);
    }
  }

  /** Everything but the JSON. */
  static Body read(Input in) {
    MessageId id = idIn(in);
    long timestamp = in.u64();
    Priority priority = Rank.priority(in.u8());
    long expiresAt = in.varint();
    int copies = (int) in.varint();
    int[] boxes = new int[copies];
    long[] positions = new long[copies];
    for (int i = 0; i < copies; i++) {
      boxes[i] = (int) in.varint();
      positions[i] = in.varint();
    }
    return new Body(id, timestamp, priority, expiresAt, boxes, positions, in.at());
  }

  static Body read(byte[] value) {
    return read(new Input(value));
  }

  /** The message's copies; reads no more of a value than that takes, for the JSON may be large. */
  static @Nullable Body readWithoutJson(Engine engine, long number) {
    byte[] key = Keys.number(number);
    byte[] front = engine.getPrefix(engine.latest(), Family.MESSAGES, key, FRONT_BYTES);
    if (front == null) {
      return null;
    }
    Input in = new Input(front, PREFIX_BYTES + 1, FRONT_BYTES);
    in.varint();
    long copies = in.varint();
    if (in.at() + copies * COPY_BYTES_MAX <= FRONT_BYTES) {
      return read(front);
    }
    byte[] whole = engine.get(Family.MESSAGES, key);
    return whole == null ? null : read(whole);
  }

  /** The number of the message with this id, or -1. */
  static long numberOf(Engine engine, HubIds hubIds, ReadOptions as, MessageId id) {
    long made = hubIds.numberOf(id);
    return isNumberOf(engine, as, made, id) ? made : givenNumberOf(engine, as, id);
  }

  /** Is there a message of this number, and is this its id? */
  static boolean isNumberOf(Engine engine, ReadOptions as, long number, MessageId id) {
    byte[] prefix = engine.getPrefix(as, Family.MESSAGES, Keys.number(number), PREFIX_BYTES);
    return prefix != null && idIn(new Input(prefix)).equals(id);
  }

  /** The same for an id that a sender chose. The message may be gone. */
  static long givenNumberOf(Engine engine, ReadOptions as, MessageId id) {
    long inPage = GivenIds.numberOf(engine, as.snapshot(), id);
    return inPage < 0 ? OpenIds.keyed(engine, as, id) : inPage;
  }

  /** The message; the input has been read up to the JSON. */
  StoredMessage withJson(long number, Input in) {
    return new StoredMessage(number, id, timestamp, priority, expiresAt, in.rest());
  }

  /** The message without its places. */
  static StoredMessage message(long number, Input in) {
    MessageId id = idIn(in);
    long timestamp = in.u64();
    Priority priority = Rank.priority(in.u8());
    long expiresAt = in.varint();
    for (long skipped = in.varint() * 2; skipped > 0; skipped--) {
      in.varint();
    }
    return new StoredMessage(number, id, timestamp, priority, expiresAt, in.rest());
  }

  static MessageId idIn(Input in) {
    return new MessageId(in.u64(), in.u64());
  }

  static long timestampIn(byte[] prefix) {
    return new Input(prefix, 16, PREFIX_BYTES).u64();
  }

  /** The position of the newest copy in that box, or -1. */
  long positionIn(int box) {
    for (int i = boxes.length - 1; i >= 0; i--) {
      if (boxes[i] == box) {
        return positions[i];
      }
    }
    return -1;
  }
}
