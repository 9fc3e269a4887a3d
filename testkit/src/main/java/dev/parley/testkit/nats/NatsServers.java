package dev.parley.testkit.nats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Some NATS servers, each on a free port of loopback with a folder of its own. */
public final class NatsServers implements AutoCloseable {
  private final List<NatsServer> servers;

  private NatsServers(List<NatsServer> servers) {
    this.servers = List.copyOf(servers);
  }

  /** One server on its own: no cluster, so no second replica. */
  public static NatsServers alone(Path folder) {
    return start(List.of(new NatsServer(folder.resolve("n0"), "n0", freePorts(1).getFirst(), "")));
  }

  /** One server that lets in nobody else. */
  public static NatsServers guarded(Path folder, String user, String password) {
    String guard = "authorization { user: \"%s\", password: \"%s\" }\n".formatted(user, password);
    return start(
        List.of(new NatsServer(folder.resolve("n0"), "n0", freePorts(1).getFirst(), guard)));
  }

  /**
   * Three servers that form a cluster. They answer at once, but JetStream takes some seconds to
   * elect its leaders; whoever connects has to be patient.
   */
  public static NatsServers cluster(Path folder) {
    List<Integer> ports = freePorts(6);
    String routes =
        ports.subList(3, 6).stream()
            .map(port -> "\"nats-route://127.0.0.1:" + port + "\"")
            .collect(Collectors.joining(", "));
    return start(
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    new NatsServer(
                        folder.resolve("n" + i),
                        "n" + i,
                        ports.get(i),
                        "cluster { name: \"test\", listen: \"127.0.0.1:%d\", routes: [%s] }\n"
                            .formatted(ports.get(3 + i), routes)))
            .toList());
  }

  private static NatsServers start(List<NatsServer> servers) {
    var all = new NatsServers(servers);
    try {
      servers.forEach(NatsServer::start);
      servers.forEach(NatsServer::awaitReady);
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  public List<String> urls() {
    return servers.stream().map(NatsServer::url).toList();
  }

  public NatsServer get(int index) {
    return servers.get(index);
  }

  /** The server of that name, as JetStream names its leaders. */
  public NatsServer named(String name) {
    return servers.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  /** All held open until the last is found, so that no two are the same. */
  private static List<Integer> freePorts(int count) {
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      var ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    servers.forEach(NatsServer::close);
  }
}
