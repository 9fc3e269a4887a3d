package dev.parley.client.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * Reads frames and puts fragments together:
 *
 * <pre>
 *  1 FIN | 3 zero | 4 opcode   1 mask = 0 | 7 length (126: 16 bits follow, 127: 64)   payload
 * </pre>
 */
final class FrameReader {
  private static final int LINE_MAX = 8 * 1024;

  private final InputStream in;
  private final int messageBytesMax;
  private final int kind;
  private final OnControl control;
  private final byte[] buffer = new byte[64 * 1024];
  private int at;
  private int end;
  private boolean waiting;

  /** What arrives between the messages. */
  interface OnControl {
    void ping(byte[] payload) throws IOException;

    /** Nothing came for a while; false gives the connection up. */
    boolean silence(boolean again) throws IOException;
  }

  /**
   * @param kind of the messages that are expected: text or binary
   */
  FrameReader(InputStream in, int messageBytesMax, int kind, OnControl control) {
    this.in = in;
    this.messageBytesMax = messageBytesMax;
    this.kind = kind;
    this.control = control;
  }

  /** The next message; {@link ConnectionClosed} when there will be none. */
  byte[] message() throws IOException {
    byte[] message = new byte[0];
    boolean fragmented = false;
    while (true) {
      int head = octet();
      boolean last = (head & 0x80) != 0;
      int opcode = head & 0x0F;
      byte[] payload = payload(head, opcode, message.length);
      switch (opcode) {
        case Opcode.TEXT, Opcode.BINARY, Opcode.CONTINUATION -> {
          if (opcode != kind && opcode != Opcode.CONTINUATION) {
            throw broken("a frame of kind " + opcode + " came; only " + kind + " is spoken here");
          }
          if (fragmented != (opcode == Opcode.CONTINUATION)) {
            throw broken("a fragment is out of its order");
          }
          message = message.length == 0 ? payload : joined(message, payload);
          fragmented = true;
          if (last) {
            return message;
          }
        }
        case Opcode.PING -> control.ping(payload);
        case Opcode.PONG -> {}
        case Opcode.CLOSE -> throw closed(payload);
        default -> throw broken("a frame of kind " + opcode + " came, which nobody knows");
      }
    }
  }

  private byte[] payload(int head, int opcode, int sofar) throws IOException {
    if ((head & 0x70) != 0) {
      throw broken("a frame uses an extension nobody agreed on");
    }
    int second = octet();
    if ((second & 0x80) != 0) {
      throw broken("a masked frame came from the server");
    }
    long length = second & 0x7F;
    if (opcode >= Opcode.CLOSE && (length > 125 || (head & 0x80) == 0)) {
      throw broken("a control frame is too long or in pieces");
    }
    if (length >= 126) {
      int octets = length == 126 ? 2 : 8;
      length = 0;
      for (int i = 0; i < octets; i++) {
        length = (length << 8) | octet();
      }
    }
    if (length < 0 || length > messageBytesMax - sofar) {
      throw new ConnectionClosed(
          ConnectionClosed.TOO_BIG, "a message is longer than " + messageBytesMax + " bytes");
    }
    return take((int) length);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static ConnectionClosed closed(byte[] payload) {
    if (payload.length < 2) {
      return new ConnectionClosed(1005, "closed by the server");
    }
    int code = ((payload[0] & 0xFF) << 8) | (payload[1] & 0xFF);
    return new ConnectionClosed(code, new String(payload, 2, payload.length - 2, UTF_8));
  }

  private static ConnectionClosed broken(String how) {
    return new ConnectionClosed(ConnectionClosed.PROTOCOL_ERROR, how);
  }

  /** A line of the HTTP answer, without its end. */
  String line() throws IOException {
    var line = new StringBuilder();
    for (int octet = octet(); octet != '\n'; octet = octet()) {
      if (line.length() == LINE_MAX) {
        throw new IOException("the answer to the WebSocket request has a line without end");
      }
      line.append((char) octet);
    }
    String text = line.toString();
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private int octet() throws IOException {
    if (at == end) {
      at = 0;
      end = 0;
      end = read(buffer, 0, buffer.length);
    }
    return buffer[at++] & 0xFF;
  }

  private byte[] take(int length) throws IOException {
    byte[] taken = new byte[length];
    int have = Math.min(length, end - at);
    System.arraycopy(buffer, at, taken, 0, have);
    at += have;
    while (have < length) {
      have += read(taken, have, length - have);
    }
    return taken;
  }

  /** Reads at least one byte, asking the other side for a sign of life when nothing comes. */
  private int read(byte[] target, int offset, int length) throws IOException {
    while (true) {
      try {
        int count = in.read(target, offset, length);
        if (count < 0) {
          throw new ConnectionClosed(ConnectionClosed.ABNORMAL, "the connection ended");
        }
        waiting = false;
        return count;
      } catch (SocketTimeoutException e) {
        if (!control.silence(waiting)) {
          throw new ConnectionClosed(ConnectionClosed.ABNORMAL, "the server no longer answers");
        }
        waiting = true;
      }
    }
  }
}
