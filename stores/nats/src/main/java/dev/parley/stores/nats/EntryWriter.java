package dev.parley.stores.nats;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one commit as an entry of the log; {@link EntryReader} makes them again.
 *
 * <pre>
 * octet   version
 * each:   octet what, then its fields
 *         numbers are varints of seven bits an octet, low first; texts and bytes have their length before them;
 *         a box is the number of its first mention in the entry, or, mentioned first, the next number and its text
 * </pre>
 */
final class EntryWriter {
  static final int VERSION = 1;
  static final int APPEND = 1;
  static final int PLACE = 2;
  static final int ADVANCE = 3;
  static final int TRIM = 4;
  static final int PUT = 5;
  static final int DELETE = 6;
  static final int PLACE_OR_APPEND = 7;
  static final int FILLED = 8;

  private static final int CAPACITY = 16 << 10;
  private static final int CAPACITY_KEPT = 4 << 20;

  private byte[] bytes = new byte[CAPACITY];
  private int length;
  private final Map<BoxId, Integer> boxes = new HashMap<>();

  EntryWriter() {
    clear();
  }

  void clear() {
    if (bytes.length > CAPACITY_KEPT) {
      bytes = new byte[CAPACITY];
    }
    boxes.clear();
    length = 0;
    octet(VERSION);
  }

  boolean isEmpty() {
    return length == 1;
  }

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  void append(StoredMessage message, List<Placement> placements) {
    octet(APPEND);
    message(message);
    placements(placements);
  }

  /**
   * @param message the one with this id, because another hub may have swept it already; null when
   *     it is appended in the same entry
   */
  void place(MessageId id, @Nullable StoredMessage message, List<Placement> placements) {
    if (message == null) {
      octet(PLACE);
      id(id);
    } else {
      octet(PLACE_OR_APPEND);
      message(message);
    }
    placements(placements);
  }

  /** The first entry of a log that does not begin with nothing but with a snapshot. */
  void filledFrom(String source) {
    octet(FILLED);
    text(source);
  }

  private void message(StoredMessage message) {
    varint(message.number());
    id(message.id());
    varint(message.timestamp());
    text(message.priority().name());
    varint(message.expiresAt());
    block(message.json());
  }

  void advance(BoxId box, long position, State next, int attempts) {
    octet(ADVANCE);
    box(box);
    varint(position);
    octet(next.code());
    varint(attempts + 1L);
  }

  void trim(BoxId box, long beforePosition) {
    octet(TRIM);
    box(box);
    varint(beforePosition);
  }

  void put(String table, String key, byte[] value) {
    octet(PUT);
    text(table);
    text(key);
    block(value);
  }

  void delete(String table, String key) {
    octet(DELETE);
    text(table);
    text(key);
  }

  private void placements(List<Placement> placements) {
    varint(placements.size());
    for (Placement placement : placements) {
      box(placement.box());
      octet(placement.state().code());
      optional(placement.annotation());
    }
  }

  private void box(BoxId box) {
    Integer known = boxes.putIfAbsent(box, boxes.size());
    varint(known == null ? boxes.size() - 1L : known);
    if (known == null) {
      text(box.text());
    }
  }

  private void id(MessageId id) {
    eight(id.high());
    eight(id.low());
  }

  /** One more than its length comes before it, and 0 where there is none. */
  private void optional(@Nullable String text) {
    if (text == null) {
      varint(0);
      return;
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length + 1L);
    raw(utf8);
  }

  private void text(String text) {
    block(text.getBytes(StandardCharsets.UTF_8));
  }

  private void block(byte[] block) {
    varint(block.length);
    raw(block);
  }

  private void raw(byte[] source) {
    room(source.length);
    System.arraycopy(source, 0, bytes, length, source.length);
    length += source.length;
  }

  private void octet(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  private void eight(long value) {
    room(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  private void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private void room(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, count)));
    }
  }
}
