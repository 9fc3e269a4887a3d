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
    // A mask per connection is enough: masks protect proxies, and there is none on loopback.
    byte[] mask = new byte[4];
    ThreadLocalRandom.current().nextBytes(mask);
    return new WsConnection(channel, bufferBytes, mask);
  }

  private static void upgrade(SocketChannel channel, int port) throws IOException {
    byte[] key = new byte[16];
    ThreadLocalRandom.current().nextBytes(key);
    String request =
        """
        GET /ws HTTP/1.1
        Host: 127.0.0.1:%d
        Upgrade: websocket
        Connection: Upgrade
        Sec-WebSocket-Key: %s
        Sec-WebSocket-Version: 13

        """
            .formatted(port, Base64.getEncoder().encodeToString(key))
            .replace("\n", "\r\n");
    channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
    // Byte by byte, so that nothing of the first frame is swallowed; it happens once a connection.
    var answer = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (!answer.toString().endsWith("\r\n\r\n")) {
      if (channel.read(one.clear()) < 0 || answer.length() > OPENING_BYTES_MAX) {
        throw new IOException("no WebSocket at port " + port + ": " + answer);
      }
      answer.append((char) one.get(0));
    }
    if (!answer.toString().startsWith("HTTP/1.1 101")) {
      throw new IOException("no WebSocket at port " + port + ": " + answer);
    }
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
    return new FrameTemplate(json, out.mask());
  }

  /** Reads once; see {@link FrameIn#readFrom}. */
  public boolean read() throws IOException {
    return in.readFrom(channel);
  }

  /** Moves to the next text message among what was read. */
  public boolean nextMessage() throws IOException {
    while (in.next()) {
      switch (in.opcode()) {
        case FrameIn.TEXT -> {
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

  /** Blocking connections only: waits for the next text message. */
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
