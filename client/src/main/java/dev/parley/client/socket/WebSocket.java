package dev.parley.client.socket;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One open connection. It does not come back: who wants that opens another. */
public final class WebSocket implements Closeable {
  private static final int NORMAL = 1000;
  private static final Duration GOODBYE_MAX = Duration.ofMillis(250);

  private final Socket socket;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final int kind;
  private final AtomicBoolean flushesSoon = new AtomicBoolean();
  private volatile boolean kept;

  private WebSocket(Socket socket, int kind, int messageBytesMax) throws IOException {
    this.socket = socket;
    this.kind = kind;
    // Masks keep proxies from misreading a frame; they protect no secret.
    this.writer =
        new FrameWriter(socket.getOutputStream(), () -> ThreadLocalRandom.current().nextLong());
    this.reader = new FrameReader(socket.getInputStream(), messageBytesMax, kind, new Liveness());
  }

  /**
   * Connects and shakes hands, for messages of text. Until {@link #keepAlive} each step, and each
   * wait for a message, may take {@code within}.
   */
  public static WebSocket open(URI address, Duration within, int messageBytesMax)
      throws IOException {
    return open(address, within, messageBytesMax, Opcode.TEXT);
  }

  /** The same for binary messages. */
  public static WebSocket openBinary(URI address, Duration within, int messageBytesMax)
      throws IOException {
    return open(address, within, messageBytesMax, Opcode.BINARY);
  }

  private static WebSocket open(URI address, Duration within, int messageBytesMax, int kind)
      throws IOException {
    Socket socket = connect(address, within);
    try {
      socket.setSoTimeout(Math.toIntExact(within.toMillis()));
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      var opened = new WebSocket(socket, kind, messageBytesMax);
      var handshake = new Handshake(new SecureRandom());
      handshake.send(socket.getOutputStream(), address);
      handshake.check(opened.reader);
      return opened;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * From now on the connection stays until someone closes it: after {@code idle} without a word
   * from the server it is pinged, and after twice that given up.
   */
  public void keepAlive(Duration idle) throws IOException {
    socket.setSoTimeout(Math.toIntExact(idle.toMillis()));
    kept = true;
  }

  private static Socket connect(URI address, Duration within) throws IOException {
    boolean secure = "wss".equals(address.getScheme());
    int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
    var plain = new Socket();
    try {
      var target = new InetSocketAddress(address.getHost(), port);
      if (target.isUnresolved()) {
        throw new UnknownHostException("no such host: " + address.getHost());
      }
      plain.connect(target, Math.toIntExact(within.toMillis()));
      return secure ? encrypted(plain, address.getHost(), port) : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private static Socket encrypted(Socket plain, String host, int port) throws IOException {
    var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    var socket = (SSLSocket) factory.createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    // Without this the JDK accepts any valid certificate, whoever's it is.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** Puts a message into the outgoing buffer; {@link #flush} sends it. Never waits. */
  public void append(byte[] message) {
    writer.append(kind, message);
  }

  /** Shows the server that somebody is here, without making this thread wait. */
  public void ping() {
    writer.append(Opcode.PING, new byte[0]);
    flushElsewhere();
  }

  /**
   * Sends what was appended, waiting for the network where needed. A connection that cannot be
   * written to is hung up, which its reader notices.
   */
  public void flush() {
    try {
      writer.flush();
    } catch (IOException e) {
      abort();
    }
  }

  /** The next message; one thread at a time. */
  public byte[] read() throws IOException {
    try {
      return reader.message();
    } catch (ConnectionClosed e) {
      // Its echo of the code, as the RFC wants it; nobody waits for more.
      goodbye(e.code() >= 3000 ? e.code() : NORMAL);
      throw e;
    }
  }

  /** Says goodbye and hangs up; who reads or writes gets an {@link IOException}. */
  @Override
  public void close() {
    goodbye(NORMAL);
    abort();
  }

  /** Hangs up at once. */
  public void abort() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /** Politeness has a limit: a server that does not read is not waited for. */
  private void goodbye(int code) {
    writer.append(Opcode.CLOSE, new byte[] {(byte) (code >>> 8), (byte) code});
    try {
      flushing().join(GOODBYE_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends what was appended without making this thread wait: for the reader, which must go on
   * reading while the server waits for it to.
   */
  public void flushElsewhere() {
    flushing();
  }

  /**
   * Sends what was appended on another thread, which lets those go first who are about to append
   * more: for senders who do not wait for their answers. A lone message goes out at once.
   */
  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread's yield is its only way to go last
  public void flushSoon() {
    if (flushesSoon.compareAndSet(false, true)) {
      Thread.startVirtualThread(
          () -> {
            Thread.yield();
            flushesSoon.set(false);
            flush();
          });
    }
  }

  private Thread flushing() {
    return Thread.startVirtualThread(this::flush);
  }

  private final class Liveness implements FrameReader.OnControl {
    @Override
    public void ping(byte[] payload) {
      writer.append(Opcode.PONG, payload);
      flushElsewhere();
    }

    @Override
    public boolean silence(boolean again) {
      if (again || !kept) {
        return false;
      }
      WebSocket.this.ping();
      return true;
    }
  }
}
