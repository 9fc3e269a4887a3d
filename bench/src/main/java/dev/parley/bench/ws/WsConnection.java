package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** One WebSocket to a server on loopback; pings are answered, everything else is the caller's. */
public final class WsConnection implements Closeable {
  private static final int OPENING_BYTES_MAX = 8192;

  private final SocketChannel channel;
  private final FrameIn in;
  private final FrameOut out;

  private WsConnection(SocketChannel channel, int bufferBytes, byte[] mask) {
    this.channel = channel;
    in = new FrameIn(bufferBytes);
    out = new FrameOut(bufferBytes, mask);
  }

  public static WsConnection open(int port, int bufferBytes) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    SocketChannel channel = SocketChannel.open(address);
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      upgrade(channel, port);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return on(channel, bufferBytes);
  }

  /** What a channel is once its server has agreed. */
  static WsConnection on(SocketChannel channel, int bufferBytes) {
    // A mask per connection is enough: masks protect proxies, and there is none on loopback.
    byte[] mask = new byte[4];
    ThreadLocalRandom.current().nextBytes(mask);
    return new WsConnection(channel, bufferBytes, mask);
  }

  private static void upgrade(SocketChannel channel, int port) throws IOException {
    channel.write(ByteBuffer.wrap(upgrade(port)));
    // Byte by byte, so that nothing of the first frame is swallowed; it happens once a connection.
    var answer = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (!isWhole(answer, port)) {
      if (channel.read(one.clear()) < 0) {
        throw new IOException("no WebSocket at port " + port + ": " + answer);
      }
      answer.append((char) one.get(0));
    }
  }

  /** The request for a WebSocket. */
  static byte[] upgrade(int port) {
    byte[] key = new byte[16];
    ThreadLocalRandom.current().nextBytes(key);
    return """
    GET /ws HTTP/1.1
    Host: 127.0.0.1:%d
    Upgrade: websocket
    Connection: Upgrade
    Sec-WebSocket-Key: %s
    Sec-WebSocket-Version: 13

    """
        .formatted(port, Base64.getEncoder().encodeToString(key))
        .replace("\n", "\r\n")
        .getBytes(ISO_8859_1);
  }

  /**
   * Is this all of the answer?
   *
   * @throws IOException when it is, and says no
   */
  static boolean isWhole(StringBuilder answer, int port) throws IOException {
    boolean whole = answer.lastIndexOf("\r\n\r\n") >= 0;
    if (answer.length() > OPENING_BYTES_MAX || (whole && answer.indexOf("HTTP/1.1 101") != 0)) {
      throw new IOException("no WebSocket at port " + port + ": " + answer);
    }
    return whole;
  }

  public SocketChannel channel() {
    return channel;
  }

  public FrameIn in() {
    return in;
  }

  public FrameOut out() {
    return out;
  }

  public FrameTemplate template(String json) {
    return FrameTemplate.text(json, out.mask());
  }

  public FrameTemplate template(byte[] payload) {
    return FrameTemplate.binary(payload, out.mask());
  }

  /** Reads once; see {@link FrameIn#readFrom}. */
  public boolean read() throws IOException {
    return in.readFrom(channel);
  }

  /** Moves to the next message among what was read. */
  public boolean nextMessage() throws IOException {
    while (in.next()) {
      switch (in.opcode()) {
        case FrameIn.TEXT, FrameIn.BINARY -> {
          return true;
        }
        case FrameIn.PING -> out.frame(0x8a, in.copy());
        case FrameIn.CLOSE -> throw new IOException("the server closed with " + closeReason());
        default -> {}
      }
    }
    return false;
  }

  private String closeReason() {
    byte[] reason = in.copy();
    int code = reason.length < 2 ? 1005 : (reason[0] & 0xff) << 8 | (reason[1] & 0xff);
    return code
        + " "
        + new String(
            reason, Math.min(2, reason.length), Math.max(0, reason.length - 2), ISO_8859_1);
  }

  /** Blocking connections only: waits for the next message. */
  public void awaitMessage() throws IOException {
    while (!nextMessage()) {
      flush();
      read();
    }
  }

  /** Writes what the channel takes; true when nothing is left. */
  public boolean flush() throws IOException {
    return out.writeTo(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
