package dev.parley.testkit.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.testkit.process.Ports;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Accepts connections on a free loopback port and plays its script to each of them. */
public final class FakeWebSocketServer implements AutoCloseable {
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int port;
  private volatile ServerSocket listening;
  private volatile Thread accepting;

  private FakeWebSocketServer(Script script) throws IOException {
    this.script = script;
    this.port = Ports.free();
    this.listening = bound(port);
    this.accepting = accept(listening);
  }

  public static FakeWebSocketServer start(Script script) throws IOException {
    return new FakeWebSocketServer(script);
  }

  public int port() {
    return port;
  }

  public URI address() {
    return URI.create("ws://127.0.0.1:" + port + "/ws");
  }

  /** As if the process had been killed: nobody listens, and every connection is gone. */
  public void stop() throws IOException {
    listening.close();
    try {
      // Only then is the port free, and no further connection among those to close.
      accepting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** On the same port as before. */
  public void startAgain() throws IOException {
    listening = bound(port);
    accepting = accept(listening);
  }

  @Override
  public void close() throws IOException {
    stop();
  }

  private static ServerSocket bound(int port) throws IOException {
    var socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private Thread accept(ServerSocket server) {
    return Thread.startVirtualThread(
        () -> {
          while (!server.isClosed()) {
            try {
              Socket socket = server.accept();
              open.add(socket);
              Thread.startVirtualThread(() -> serve(socket));
            } catch (IOException e) {
              // Stopped; the loop sees it.
            }
          }
        });
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      socket.getOutputStream().write(shakenHands(in).getBytes(ISO_8859_1));
      var peer = new Peer(socket);
      while (frame(in, peer)) {}
    } catch (IOException e) {
      // The other side hung up, or the test did.
    } finally {
      open.remove(socket);
    }
  }

  private static String shakenHands(DataInputStream in) throws IOException {
    String key = "";
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
        key = line.substring(line.indexOf(':') + 1).strip();
      }
    }
    String proof = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + ("Sec-WebSocket-Accept: " + sha1(proof) + "\r\n\r\n");
  }

  private static String sha1(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String line(DataInputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private boolean frame(DataInputStream in, Peer peer) throws IOException {
    int opcode = in.readUnsignedByte() & 0x0F;
    int length = in.readUnsignedByte();
    if ((length & 0x80) == 0) {
      throw new IOException("a client must mask what it sends");
    }
    length &= 0x7F;
    length = length == 126 ? in.readUnsignedShort() : length == 127 ? (int) in.readLong() : length;
    byte[] mask = in.readNBytes(4);
    byte[] payload = in.readNBytes(length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i & 3];
    }
    switch (opcode) {
      case 1 -> script.onText(peer, new String(payload, UTF_8));
      case 9 -> peer.frame(0x8A, payload);
      case 10 -> script.onPong(peer);
      case 8 -> {
        script.onClose(
            peer, payload.length < 2 ? 1005 : ((payload[0] & 0xFF) << 8) | (payload[1] & 0xFF));
        return false;
      }
      default -> throw new IOException("unexpected frame kind " + opcode);
    }
    return true;
  }
}
