package dev.parley.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** A socket that has become a WebSocket, for frames no decent client would send. */
public final class RawClient implements AutoCloseable {
  public static final int TEXT = 1;
  public static final int BINARY = 2;
  public static final int CONTINUATION = 0;
  public static final int CLOSE = 8;
  public static final int PING = 9;
  public static final int PONG = 10;
  private static final int READ_MILLIS_MAX = 20_000;

  /** A frame of the server's. */
  public record Frame(int opcode, byte[] payload) {
    public String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    public JsonNode json() {
      return Json.parse(text());
    }

    public int closeCode() {
      return ((payload[0] & 0xFF) << 8) | (payload[1] & 0xFF);
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private String head = "";

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in =
        new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
  }

  static RawClient connect(int port) {
    return connect(port, "/ws");
  }

  public static RawClient connect(int port, String path) {
    try {
      Socket socket = new Socket("127.0.0.1", port);
      socket.setSoTimeout(READ_MILLIS_MAX);
      socket.setTcpNoDelay(true);
      RawClient client = new RawClient(socket);
      String answer =
          client.http(
              "GET "
                  + path
                  + " HTTP/1.1\r\nHost: localhost:"
                  + port
                  + "\r\n"
                  + "Upgrade: websocket\r\n"
                  + "Connection: Upgrade\r\n"
                  + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                  + "Sec-WebSocket-Version: 13\r\n\r\n");
      assertThat(answer).contains(" 101 ", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
      client.head = answer;
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String http(String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  /** What the server answered to the request to become a WebSocket. */
  public String head() {
    return head;
  }

  public Socket socket() {
    return socket;
  }

  public RawClient authenticate(String token) {
    text("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
    assertThat(read().json().path("type").asString("")).isEqualTo("auth.ok");
    return this;
  }

  public void text(String payload) {
    frame(true, TEXT, payload.getBytes(StandardCharsets.UTF_8));
  }

  public void frame(boolean isFinal, int opcode, byte[] payload) {
    bytes(frameBytes(isFinal, opcode, payload));
  }

  public void bytes(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] frameBytes(boolean isFinal, int opcode, byte[] payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length + 14);
    out.write((isFinal ? 0x80 : 0) | opcode);
    if (payload.length < 126) {
      out.write(0x80 | payload.length);
    } else if (payload.length <= 0xFFFF) {
      out.write(0x80 | 126);
      out.write(payload.length >> 8);
      out.write(payload.length);
    } else {
      out.write(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        out.write((int) ((long) payload.length >> shift));
      }
    }
    byte[] mask = {0x11, 0x22, 0x33, 0x44};
    out.writeBytes(mask);
    byte[] masked = new byte[payload.length];
    for (int i = 0; i < payload.length; i++) {
      masked[i] = (byte) (payload[i] ^ mask[i & 3]);
    }
    out.writeBytes(masked);
    return out.toByteArray();
  }

  public Frame read() {
    try {
      int first = in.readUnsignedByte();
      int second = in.readUnsignedByte();
      assertThat(first & 0x80).as("servers' frames are whole").isEqualTo(0x80);
      assertThat(second & 0x80).as("servers' frames are not masked").isZero();
      long length = second == 126 ? in.readUnsignedShort() : second == 127 ? in.readLong() : second;
      byte[] payload = new byte[(int) length];
      in.readFully(payload);
      return new Frame(first & 15, payload);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads past everything else to the close frame and returns its code. */
  public int closeCode() {
    Frame frame = read();
    while (frame.opcode() != CLOSE) {
      frame = read();
    }
    return frame.closeCode();
  }

  /** Reads to the end; true when the other side has hung up. */
  public boolean isCutOff() {
    try {
      while (true) {
        in.readUnsignedByte();
      }
    } catch (EOFException | SocketException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
