package dev.parley.core.message;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * A UUIDv7 whose last 44 bits stand for the hub's running number of the message, so that an id the
 * hub made leads to the stored message without an index. Which number they stand for knows only who
 * has the store's key ({@link HiddenNumbers}):
 *
 * <pre>
 *  48 bits Unix milliseconds | 4 version | 12 chance | 2 variant | 18 chance | 44 hidden number
 * </pre>
 *
 * <p>Ids given by senders are any UUID; their last bits mean nothing.
 */
public record MessageId(long high, long low) implements Comparable<MessageId> {
  private static final int NUMBER_BITS = 44;
  public static final long NUMBER_MAX = (1L << NUMBER_BITS) - 1;

  public static MessageId of(long unixMillis, long number, long chance) {
    long high = (unixMillis << 16) | 0x7000L | (chance & 0xFFFL);
    long low =
        0x8000_0000_0000_0000L
            | (((chance >>> 12) & 0x3FFFFL) << NUMBER_BITS)
            | (number & NUMBER_MAX);
    return new MessageId(high, low);
  }

  public static MessageId parse(String text) {
    MessageId id = parseOrNull(text);
    if (id == null) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + abbreviated(text) + "' is not a message id (a UUID such as 0198c0de-…)");
    }
    return id;
  }

  private static @org.jspecify.annotations.Nullable MessageId parseOrNull(String text) {
    if (text.length() != 36) {
      return null;
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < 36; i++) {
      char c = text.charAt(i);
      if (i == 8 || i == 13 || i == 18 || i == 23) {
        if (c != '-') {
          return null;
        }
        continue;
      }
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return null;
      }
      if (i < 18) {
        high = (high << 4) | digit;
      } else {
        low = (low << 4) | digit;
      }
    }
    return new MessageId(high, low);
  }

  private static String abbreviated(String text) {
    return text.length() <= 48 ? text : text.substring(0, 48) + "…";
  }

  /** The same time and chance with this number: the hub numbers messages when it commits them. */
  public MessageId numbered(long hiddenNumber) {
    return new MessageId(high, (low & ~NUMBER_MAX) | (hiddenNumber & NUMBER_MAX));
  }

  /** What stands for the running number, if the hub made this id. */
  public long number() {
    return low & NUMBER_MAX;
  }

  /** Writes the 36 characters of the usual form as ASCII. */
  public void writeTo(byte[] target, int at) {
    EIGHT_BYTES.set(target, at, hex(high >>> 32));
    target[at + 8] = '-';
    long middle = hex(high);
    FOUR_BYTES.set(target, at + 9, (int) (middle >>> 32));
    target[at + 13] = '-';
    FOUR_BYTES.set(target, at + 14, (int) middle);
    target[at + 18] = '-';
    long after = hex(low >>> 32);
    FOUR_BYTES.set(target, at + 19, (int) (after >>> 32));
    target[at + 23] = '-';
    FOUR_BYTES.set(target, at + 24, (int) after);
    EIGHT_BYTES.set(target, at + 28, hex(low));
  }

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle FOUR_BYTES =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** The eight hexadecimal digits of the lower 32 bits, all at once: every message has some ids. */
  private static long hex(long bits) {
    long digits = bits & 0xFFFF_FFFFL;
    digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFFL;
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FFL;
    digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0FL;
    // 1 in each octet that is a letter: ten and six make sixteen.
    long letters = ((digits + 0x0606_0606_0606_0606L) >>> 4) & 0x0101_0101_0101_0101L;
    return digits + 0x3030_3030_3030_3030L + letters * ('a' - '0' - 10);
  }

  public UUID toUuid() {
    return new UUID(high, low);
  }

  @Override
  public int compareTo(MessageId other) {
    int first = Long.compareUnsigned(high, other.high);
    return first != 0 ? first : Long.compareUnsigned(low, other.low);
  }

  @Override
  public int hashCode() {
    long mixed = (high ^ low) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  @Override
  public String toString() {
    byte[] text = new byte[36];
    writeTo(text, 0);
    return new String(text, java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
