package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A client text frame that was encoded and masked once; the digits in its slots are patched into
 * the copy that is sent.
 *
 * <pre>
 * 0x81 | 0x80+length (1, 3 or 9 bytes) | mask key (4) | masked JSON … slot … slot …
 * </pre>
 */
public final class FrameTemplate {
  private static final int MASK_BYTES = 4;

  private final byte[] frame;
  private final String json;
  private final int payloadAt;
  private final byte[] mask;

  /** Slots are found by their text, so a placeholder must be as wide as what replaces it. */
  public FrameTemplate(String json, byte[] mask) {
    this.json = json;
    this.mask = mask.clone();
    byte[] payload = json.getBytes(UTF_8);
    byte[] header = header(0x81, payload.length, mask);
    payloadAt = header.length;
    frame = new byte[payloadAt + payload.length];
    System.arraycopy(header, 0, frame, 0, payloadAt);
    for (int i = 0; i < payload.length; i++) {
      frame[payloadAt + i] = (byte) (payload[i] ^ mask[i & 3]);
    }
  }

  /** Where in the frame the placeholder begins. */
  public int slot(String placeholder) {
    int at = json.indexOf(placeholder);
    if (at < 0 || json.indexOf(placeholder, at + 1) >= 0) {
      throw new IllegalArgumentException(placeholder + " is not there exactly once: " + json);
    }
    // The JSON is ASCII up to its slots, so characters and bytes count the same.
    return payloadAt + json.substring(0, at).getBytes(ISO_8859_1).length;
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
