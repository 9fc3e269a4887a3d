package dev.parley.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Random;

/**
 * The body of a message, the same bytes for every system: a JSON object that says who sent it, to
 * which inbox and as which of its messages, and text that does not compress.
 *
 * <pre>
 * {"sender":"03","inbox":"042","seq":1000000123,"text":"…"}
 * 0         11          24        34            53
 * </pre>
 */
public final class Body {
  /** What every body begins with. */
  public static final String START = "{\"sender\":\"";

  public static final String INBOX_SLOT = "###";
  public static final String SEQUENCE_SLOT = "##########";
  public static final int INBOX_DIGITS = INBOX_SLOT.length();
  public static final int SEQUENCE_DIGITS = SEQUENCE_SLOT.length();

  /** Keeps sequences ten digits wide; JSON knows no leading zeros. */
  public static final long SEQUENCE_BASE = 1_000_000_000L;

  private static final int SENDER_AT = START.length();
  private static final int INBOX_AT = SENDER_AT + 2 + "\",\"inbox\":\"".length();
  private static final int SEQUENCE_AT = INBOX_AT + INBOX_DIGITS + "\",\"seq\":".length();
  static final int BYTES_MIN = SEQUENCE_AT + SEQUENCE_DIGITS + ",\"text\":\"\"}".length();

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private Body() {}

  /** A sender's body with slots for inbox and sequence. */
  public static String template(int sender, int bytes) {
    return START
        + "%02d\",\"inbox\":\"%s\",\"seq\":%s,\"text\":\""
            .formatted(sender, INBOX_SLOT, SEQUENCE_SLOT)
        + text(sender, bytes - BYTES_MIN)
        + "\"}";
  }

  /** Text that no compressor makes much smaller. */
  public static String text(long seed, int length) {
    var random = new Random(seed);
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  static byte[] fill(byte[] template, int inbox, long sequence) {
    byte[] body = template.clone();
    digits(body, INBOX_AT, INBOX_DIGITS, inbox);
    digits(body, SEQUENCE_AT, SEQUENCE_DIGITS, SEQUENCE_BASE + sequence);
    return body;
  }

  static byte[] bytes(int sender, int bytes) {
    return template(sender, bytes).getBytes(US_ASCII);
  }

  static int sender(byte[] bytes, int bodyAt) {
    return (int) number(bytes, bodyAt + SENDER_AT, 2);
  }

  static int inbox(byte[] bytes, int bodyAt) {
    return (int) number(bytes, bodyAt + INBOX_AT, INBOX_DIGITS);
  }

  static long sequence(byte[] bytes, int bodyAt) {
    return number(bytes, bodyAt + SEQUENCE_AT, SEQUENCE_DIGITS) - SEQUENCE_BASE;
  }

  private static void digits(byte[] target, int at, int width, long value) {
    long rest = value;
    for (int i = at + width - 1; i >= at; i--) {
      target[i] = (byte) ('0' + (int) (rest % 10));
      rest /= 10;
    }
  }

  private static long number(byte[] bytes, int at, int width) {
    long value = 0;
    for (int i = at; i < at + width; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }
}
