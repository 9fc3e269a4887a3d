package dev.parley.testkit.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A way to a server of this machine on which everything the server says arrives late, in order, and
 * everything it is told at once: a client of it is always behind the others.
 */
public final class LateLine implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Chunk(byte[] bytes, long dueAt) {}

  private final ServerSocket entrance;
  private final int server;
  private final Duration late;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private LateLine(ServerSocket entrance, int server, Duration late) {
    this.entrance = entrance;
    this.server = server;
    this.late = late;
  }

  /**
   * @param server the port of the server
   */
  public static LateLine to(int server, Duration late) {
    try {
      var line =
          new LateLine(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server, late);
      Thread.ofVirtual().start(line::accept);
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return entrance.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), server);
        sockets.addAll(List.of(client, far));
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> carry(client, far));
        Thread.ofVirtual().start(() -> read(far, underWay));
        Thread.ofVirtual().start(() -> deliver(underWay, client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private static void carry(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // Closed.
    }
  }

  private void read(Socket from, BlockingQueue<Chunk> underWay) {
    byte[] buffer = new byte[CHUNK_BYTES];
    try (from) {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        underWay.add(new Chunk(Arrays.copyOf(buffer, count), System.nanoTime() + late.toNanos()));
      }
    } catch (IOException e) {
      // Closed.
    }
    underWay.add(new Chunk(new byte[0], System.nanoTime()));
  }

  private static void deliver(BlockingQueue<Chunk> underWay, Socket to) {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Chunk next = underWay.take(); next.bytes.length > 0; next = underWay.take()) {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, next.dueAt - System.nanoTime()));
        out.write(next.bytes);
      }
    } catch (IOException e) {
      // Closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
