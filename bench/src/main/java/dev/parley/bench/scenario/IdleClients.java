package dev.parley.bench.scenario;

import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.WsConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process of its own that holds connections open, because open files are limited a process. It
 * answers the server's pings; told {@code check}, it asks on every connection and says how many
 * answered. It ends with its input.
 */
final class IdleClients {
  private static final int BUFFER_BYTES = 512;
  private static final long CHECK_NANOS = 20_000_000_000L;

  private final List<WsConnection> connections = new ArrayList<>();
  private final Selector selector;
  private int pongs;

  private IdleClients(Selector selector) {
    this.selector = selector;
  }

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    int count = Integer.parseInt(arguments[2]);
    var clients = new IdleClients(Selector.open());
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      clients.connect(port, arguments[1]);
    }
    System.out.printf("connected %d in %.1f s%n", count, (System.nanoTime() - start) / 1e9);
    clients.serve();
  }

  private void connect(int port, String token) throws IOException {
    WsConnection connection = WsConnection.open(port, BUFFER_BYTES);
    connection.out().text(ControlClient.auth(token));
    connection.flush();
    connection.awaitMessage();
    connection.channel().configureBlocking(false);
    connection.channel().register(selector, SelectionKey.OP_READ, connection);
    connections.add(connection);
  }

  private void serve() throws IOException {
    var told = new AtomicBoolean();
    Thread.ofPlatform().daemon().start(() -> listen(told));
    while (true) {
      if (told.getAndSet(false)) {
        check();
      }
      selector.select(this::onReadable, 100);
    }
  }

  private void listen(AtomicBoolean told) {
    try (var input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      while (input.readLine() != null) {
        told.set(true);
        selector.wakeup();
      }
    } catch (IOException e) {
      System.err.println(e);
    }
    System.exit(0);
  }

  private void check() throws IOException {
    pongs = 0;
    for (WsConnection connection : connections) {
      if (connection.channel().isOpen()) {
        connection.out().text("{\"type\":\"ping\"}");
        connection.flush();
      }
    }
    long deadline = System.nanoTime() + CHECK_NANOS;
    while (pongs < connections.size() && System.nanoTime() < deadline) {
      selector.select(this::onReadable, 100);
    }
    System.out.println("held " + pongs);
  }

  private void onReadable(SelectionKey key) {
    var connection = (WsConnection) key.attachment();
    try {
      connection.read();
      while (connection.nextMessage()) {
        pongs++;
      }
      connection.flush();
    } catch (IOException e) {
      System.err.println("lost one: " + e.getMessage());
      closeQuietly(connection);
    }
  }

  private static void closeQuietly(WsConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      System.err.println("while closing: " + e.getMessage());
    }
  }
}
