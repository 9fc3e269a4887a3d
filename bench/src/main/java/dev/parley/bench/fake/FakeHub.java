package dev.parley.bench.fake;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts like a hub: writes its owner's token, prints the line {@code ready}, serves. */
public final class FakeHub {
  private final Selector selector;
  private final FakeInboxes inboxes = new FakeInboxes();
  private final List<FakeConnection> connections = new ArrayList<>();

  private FakeHub(Selector selector) {
    this.selector = selector;
  }

  public static void main(String[] arguments) throws IOException {
    Path data = Files.createDirectories(Path.of(arguments[0]));
    Files.writeString(data.resolve("owner-token"), "none\n");
    try (Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
      server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      System.out.println("ready http://127.0.0.1:" + port);
      var hub = new FakeHub(selector);
      while (true) {
        hub.turn();
      }
    }
  }

  /** Reads everything there is, then flushes everybody once. */
  private void turn() throws IOException {
    selector.select(this::onReady);
    for (int i = connections.size() - 1; i >= 0; i--) {
      FakeConnection connection = connections.get(i);
      if (!connection.flush()) {
        connections.remove(i);
      }
    }
  }

  private void onReady(SelectionKey key) {
    if (key.isAcceptable()) {
      accept((ServerSocketChannel) key.channel());
    } else if (key.isReadable()) {
      ((FakeConnection) key.attachment()).onReadable();
    }
  }

  private void accept(ServerSocketChannel server) {
    try {
      SocketChannel channel = server.accept();
      if (channel != null) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        var connection = new FakeConnection(channel, key, inboxes);
        key.attach(connection);
        connections.add(connection);
      }
    } catch (IOException e) {
      System.err.println("not accepted: " + e);
    }
  }
}
