package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A client's frame that was encoded and masked once; the digits in its slots are patched into the
 * copy that is sent.
 *
 * <pre>
 * 0x81 or 0x82 | 0x80+length (1, 3 or 9 bytes) | mask key (4) | masked payload … slot … slot …
 * </pre>
 */
public final class FrameTemplate {
  private static final int MASK_BYTES = 4;

  private final byte[] frame;

  /** A character for each byte, whatever they mean. */
  private final String payload;

  private final int payloadAt;
  private final byte[] mask;

  private FrameTemplate(int firstByte, byte[] plain, byte[] mask) {
    this.payload = new String(plain, ISO_8859_1);
    this.mask = mask.clone();
    byte[] header = header(firstByte, plain.length, mask);
    payloadAt = header.length;
    frame = new byte[payloadAt + plain.length];
    System.arraycopy(header, 0, frame, 0, payloadAt);
    for (int i = 0; i < plain.length; i++) {
      frame[payloadAt + i] = (byte) (plain[i] ^ mask[i & 3]);
    }
  }

  /** Slots are found by their text, so a placeholder must be as wide as what replaces it. */
  static FrameTemplate text(String json, byte[] mask) {
    return new FrameTemplate(FrameOut.TEXT, json.getBytes(UTF_8), mask);
  }

  /** The same of bytes, with placeholders in ASCII. */
  static FrameTemplate binary(byte[] plain, byte[] mask) {
    return new FrameTemplate(FrameOut.BINARY, plain, mask);
  }

  /** Where in the frame the placeholder begins. */
  public int slot(String placeholder) {
    int at = payload.indexOf(placeholder);
    if (at < 0 || payload.indexOf(placeholder, at + 1) >= 0) {
      throw new IllegalArgumentException(placeholder + " is not there exactly once: " + payload);
    }
    return payloadAt + at;
  }

  public int length() {
    return frame.length;
  }

  void copyTo(byte[] target, int at) {
    System.arraycopy(frame, 0, target, at, frame.length);
  }

  /** Writes {@code value} as {@code width} masked digits into a copy of this frame. */
  void patch(byte[] target, int copyAt, int slot, int width, long value) {
    long rest = value;
    for (int i = slot + width - 1; i >= slot; i--) {
      target[copyAt + i] = (byte) (('0' + (int) (rest % 10)) ^ mask[(i - payloadAt) & 3]);
      rest /= 10;
    }
  }

  static byte[] header(int firstByte, int length, byte[] mask) {
    int extra = length < 126 ? 0 : length < 1 << 16 ? 2 : 8;
    byte[] header = new byte[2 + extra + MASK_BYTES];
    header[0] = (byte) firstByte;
    header[1] = (byte) (0x80 | (extra == 0 ? length : extra == 2 ? 126 : 127));
    for (int i = 0; i < extra; i++) {
      header[2 + i] = (byte) ((long) length >>> (8 * (extra - 1 - i)));
    }
    System.arraycopy(mask, 0, header, 2 + extra, MASK_BYTES);
    return header;
  }
}
