package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * Frames on their way in. Messages that came in pieces are put together; the others are not copied.
 */
public final class FrameIn {
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;

  private final ByteArrayOutputStream pieces = new ByteArrayOutputStream(0);
  private byte[] bytes;
  private ByteBuffer view;
  private int start;
  private int end;

  /** Of the message that comes in pieces. */
  private int piecesOpcode;

  private int opcode;
  private byte[] payload;
  private int payloadAt;
  private int payloadLength;

  FrameIn(int bytesInitially) {
    bytes = new byte[bytesInitially];
    view = ByteBuffer.wrap(bytes);
    payload = bytes;
  }

  /**
   * Reads once; false when the channel had less than there was room for, so that it is empty now.
   */
  public boolean readFrom(ReadableByteChannel channel) throws IOException {
    makeRoom();
    view.limit(bytes.length).position(end);
    int room = bytes.length - end;
    int read = channel.read(view);
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    end += read;
    return read == room;
  }

  /** Moves to the next whole message or control frame; false when more must be read first. */
  boolean next() {
    while (true) {
      int available = end - start;
      if (available < 2) {
        return false;
      }
      int headerLength = 2;
      long length = bytes[start + 1] & 0x7f;
      if (length == 126) {
        headerLength = 4;
      } else if (length == 127) {
        headerLength = 10;
      }
      if (available < headerLength) {
        return false;
      }
      if (headerLength > 2) {
        length = 0;
        for (int i = 2; i < headerLength; i++) {
          length = length << 8 | (bytes[start + i] & 0xff);
        }
      }
      if (available < headerLength + length) {
        return false;
      }
      int first = bytes[start];
      int at = start + headerLength;
      start = at + (int) length;
      if (take(first < 0, first & 0x0f, at, (int) length)) {
        return true;
      }
    }
  }

  private boolean take(boolean last, int code, int at, int length) {
    boolean continues = code == 0;
    if (code < CLOSE && (!last || continues)) {
      if (!continues) {
        piecesOpcode = code;
      }
      pieces.write(bytes, at, length);
      if (!last) {
        return false;
      }
      opcode = piecesOpcode;
      payload = pieces.toByteArray();
      payloadAt = 0;
      payloadLength = payload.length;
      pieces.reset();
      return true;
    }
    opcode = code;
    payload = bytes;
    payloadAt = at;
    payloadLength = length;
    return true;
  }

  private void makeRoom() {
    if (start == end) {
      start = 0;
      end = 0;
    } else if (bytes.length - end < bytes.length / 4) {
      byte[] target = start < bytes.length / 4 ? new byte[bytes.length * 2] : bytes;
      System.arraycopy(bytes, start, target, 0, end - start);
      end -= start;
      start = 0;
      bytes = target;
      view = ByteBuffer.wrap(bytes);
    }
  }

  int opcode() {
    return opcode;
  }

  /** The array that holds the current message; valid until the next read. */
  public byte[] array() {
    return payload;
  }

  public int offset() {
    return payloadAt;
  }

  public int length() {
    return payloadLength;
  }

  public byte[] copy() {
    return Arrays.copyOfRange(payload, payloadAt, payloadAt + payloadLength);
  }

  public String text() {
    return new String(payload, payloadAt, payloadLength, UTF_8);
  }
}
