package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of every column family. Numbers are big-endian so that the order of the keys is the
 * order of the numbers.
 *
 * <pre>
 * messages  number(8)                        body
 * ids       id(16)                           number(8), for ids that neither lead to it (HubIds) nor
 *                                            are in a page (GivenIds)
 * records   table 0 key                      value
 * boxes     'h' box(4)                       head: counts and the unsealed last page
 *           'p' box(4) page(4)               sealed page
 *           'q' box(4) priority(1) page(4)   nothing: that page holds pending copies of that priority
 *           'n' name                         box(4)
 *           'i' box(4)                       name
 *           't' box(4) position(8)           nothing: trimmed up to there and not swept yet
 *           's' box(4)                       varint: swept up to there
 *           'o' number(8)                    nothing: a body that never had a box
 *           'r' number(8)                    a message that was filed again, see Refiled
 *           'g' span(8) number(8)            ids that name that span of time, see GivenIds
 * default   "format", "numbers", "commits": how many there were, in every commit
 *           "hiding"                         key(16) number(8), see HubIds
 * </pre>
 */
final class Keys {
  static final byte HEAD = 'h';
  static final byte PAGE = 'p';
  static final byte PENDING = 'q';
  static final byte NAME = 'n';
  static final byte BOX = 'i';
  static final byte TRIMMED = 't';
  static final byte SWEPT = 's';
  static final byte ORPHAN = 'o';
  static final byte REFILED = 'r';
  static final byte GIVEN_IDS = 'g';

  /** Kind, box and priority. */
  static final int PENDING_PREFIX_BYTES = 6;

  static final byte[] FORMAT = ascii("format");
  static final byte[] NUMBERS = ascii("numbers");
  static final byte[] COMMITS = ascii("commits");
  static final byte[] HIDING = ascii("hiding");

  private Keys() {}

  static byte[] number(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  static long numberOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(key.length - 8);
  }

  static byte[] id(MessageId id) {
    return ByteBuffer.allocate(16).putLong(id.high()).putLong(id.low()).array();
  }

  static byte[] record(String table, String key) {
    byte[] first = table.getBytes(StandardCharsets.UTF_8);
    byte[] second = key.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(first.length + 1 + second.length)
        .put(first)
        .put((byte) 0)
        .put(second)
        .array();
  }

  static String tableOf(byte[] record) {
    int length = 0;
    while (record[length] != 0) {
      length++;
    }
    return new String(record, 0, length, StandardCharsets.UTF_8);
  }

  static byte[] head(int box) {
    return boxed(HEAD, box, 0).array();
  }

  static byte[] page(int box, int page) {
    return boxed(PAGE, box, 4).putInt(page).array();
  }

  static byte[] pending(int box, Priority priority, int page) {
    return boxed(PENDING, box, 5).put((byte) Rank.of(priority)).putInt(page).array();
  }

  static byte[] box(int box) {
    return boxed(BOX, box, 0).array();
  }

  static byte[] trimmed(int box, long position) {
    return boxed(TRIMMED, box, 8).putLong(position).array();
  }

  static byte[] swept(int box) {
    return boxed(SWEPT, box, 0).array();
  }

  static byte[] orphan(long number) {
    return ByteBuffer.allocate(9).put(ORPHAN).putLong(number).array();
  }

  static byte[] refiled(long number) {
    return ByteBuffer.allocate(9).put(REFILED).putLong(number).array();
  }

  /** Of the page that begins with that message. */
  static byte[] givenIds(long span, long number) {
    return ByteBuffer.allocate(17).put(GIVEN_IDS).putLong(span).putLong(number).array();
  }

  /** Of a key of given ids. */
  static long spanOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(1);
  }

  static byte[] name(BoxId id) {
    byte[] text = id.text().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + text.length).put(NAME).put(text).array();
  }

  /** The box number in any key of the {@code boxes} family that has one. */
  static int boxOf(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  static int pageOf(byte[] key) {
    return ByteBuffer.wrap(key).getInt(key.length - 4);
  }

  /** The smallest key above every key that starts with the first octets of this one. */
  static byte[] after(byte[] key, int prefixBytes) {
    byte[] next = Arrays.copyOf(key, prefixBytes);
    int last = prefixBytes - 1;
    while (next[last] == (byte) 0xFF) { // ends: no key starts with FF
      last--;
    }
    next[last]++;
    return Arrays.copyOf(next, last + 1);
  }

  private static ByteBuffer boxed(byte kind, int box, int more) {
    return ByteBuffer.allocate(5 + more).put(kind).putInt(box);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
