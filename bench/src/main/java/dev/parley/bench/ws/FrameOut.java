package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/** Frames on their way out, gathered so that many of them leave in one write. */
public final class FrameOut {
  static final int TEXT = 0x81;
  static final int BINARY = 0x82;
  private static final int PING = 0x89;

  private final byte[] mask;
  private byte[] bytes;
  private ByteBuffer view;
  private int start;
  private int end;

  FrameOut(int bytesInitially, byte[] mask) {
    bytes = new byte[bytesInitially];
    view = ByteBuffer.wrap(bytes);
    this.mask = mask.clone();
  }

  byte[] mask() {
    return mask.clone();
  }

  public void text(String json) {
    frame(TEXT, json.getBytes(UTF_8));
  }

  public void binary(byte[] payload) {
    frame(BINARY, payload);
  }

  public void ping() {
    frame(PING, new byte[0]);
  }

  void frame(int firstByte, byte[] payload) {
    byte[] header = FrameTemplate.header(firstByte, payload.length, mask);
    reserve(header.length + payload.length);
    System.arraycopy(header, 0, bytes, end, header.length);
    end += header.length;
    for (int i = 0; i < payload.length; i++) {
      bytes[end + i] = (byte) (payload[i] ^ mask[i & 3]);
    }
    end += payload.length;
  }

  /** Appends a copy of the template and returns where it stands, for {@link #patch}. */
  public int append(FrameTemplate template) {
    reserve(template.length());
    int at = end;
    template.copyTo(bytes, at);
    end += template.length();
    return at;
  }

  public void patch(FrameTemplate template, int at, int slot, int width, long value) {
    template.patch(bytes, at, slot, width, value);
  }

  public boolean isEmpty() {
    return start == end;
  }

  /** Writes what the channel takes; true when nothing is left. */
  public boolean writeTo(WritableByteChannel channel) throws IOException {
    while (start < end) {
      view.limit(end).position(start);
      int written = channel.write(view);
      start += written;
      if (written == 0) {
        return false;
      }
    }
    start = 0;
    end = 0;
    return true;
  }

  private void reserve(int more) {
    if (end + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end + more, bytes.length * 2));
      view = ByteBuffer.wrap(bytes);
    }
  }
}
