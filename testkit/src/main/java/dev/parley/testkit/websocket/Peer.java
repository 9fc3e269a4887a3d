package dev.parley.testkit.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** The server's end of one connection. */
public final class Peer {
  private final Socket socket;
  private final OutputStream out;

  Peer(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
  }

  public void send(String text) throws IOException {
    frame(0x81, text.getBytes(UTF_8));
  }

  public void ping(String payload) throws IOException {
    frame(0x89, payload.getBytes(UTF_8));
  }

  public void close(int code, String reason) throws IOException {
    byte[] text = reason.getBytes(UTF_8);
    frame(0x88, ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
  }

  /** Any first byte, so that fragments and broken frames can be made too. */
  public synchronized void frame(int head, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(10 + payload.length).put((byte) head);
    if (payload.length < 126) {
      frame.put((byte) payload.length);
    } else if (payload.length < 1 << 16) {
      frame.put((byte) 126).putShort((short) payload.length);
    } else {
      frame.put((byte) 127).putLong(payload.length);
    }
    frame.put(payload).flip();
    out.write(frame.array(), 0, frame.limit());
    out.flush();
  }

  /** Ends the connection without a word, as a killed process does. */
  public void drop() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
