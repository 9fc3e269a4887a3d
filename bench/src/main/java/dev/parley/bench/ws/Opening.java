package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket on its way to a server on loopback, without a thread that waits for it: thousands may
 * come at the same moment.
 */
public final class Opening implements Closeable {
  private static final int ANSWER_BYTES = 512;

  private final SocketChannel channel;
  private final int port;
  private final int bufferBytes;
  private final StringBuilder answer = new StringBuilder();
  private boolean asked;

  private Opening(SocketChannel channel, int port, int bufferBytes) {
    this.channel = channel;
    this.port = port;
    this.bufferBytes = bufferBytes;
  }

  /** Begins; the channel is to be watched for being connected, and then for being readable. */
  public static Opening begin(int port, int bufferBytes) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return new Opening(channel, port, bufferBytes);
  }

  public SocketChannel channel() {
    return channel;
  }

  /** Is the connection there, and the upgrade asked for? */
  public boolean isAsked() {
    return asked;
  }

  /**
   * Goes on as far as it can.
   *
   * @return the WebSocket when it is open, otherwise null
   * @throws IOException when there will be none
   */
  public @Nullable WsConnection goOn() throws IOException {
    if (!asked) {
      if (!channel.finishConnect()) {
        return null;
      }
      channel.write(ByteBuffer.wrap(WsConnection.upgrade(port)));
      asked = true;
      return null;
    }
    // The hub says nothing behind its answer before it is spoken to, so there is no rest to keep.
    ByteBuffer some = ByteBuffer.allocate(ANSWER_BYTES);
    while (!WsConnection.isWhole(answer, port)) {
      int read = channel.read(some.clear());
      if (read < 0) {
        throw new EOFException("closed in place of an answer; so far: " + answer);
      }
      if (read == 0) {
        return null;
      }
      answer.append(ISO_8859_1.decode(some.flip()));
    }
    return WsConnection.on(channel, bufferBytes);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
