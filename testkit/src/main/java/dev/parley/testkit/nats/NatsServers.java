package dev.parley.testkit.nats;

import dev.parley.testkit.net.Machine;
import dev.parley.testkit.process.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Some NATS servers, on free ports of loopback or on machines, each with a folder of its own. */
public final class NatsServers implements AutoCloseable {
  private static final int CLIENT_PORT = 4222;
  private static final int ROUTE_PORT = 6222;

  private final List<NatsServer> servers;

  private NatsServers(List<NatsServer> servers) {
    this.servers = List.copyOf(servers);
  }

  /** One server on its own: no cluster, so no second replica. */
  public static NatsServers alone(Path folder) {
    return start(
        List.of(new NatsServer(folder.resolve("n0"), "n0", Host.LOOPBACK, Ports.free(), "")));
  }

  /** One server that lets in nobody else. */
  public static NatsServers guarded(Path folder, String user, String password) {
    return configured(
        folder, "authorization { user: \"%s\", password: \"%s\" }".formatted(user, password));
  }

  /** One server with more in its configuration. */
  public static NatsServers configured(Path folder, String further) {
    int port = Ports.free();
    return start(
        List.of(new NatsServer(folder.resolve("n0"), "n0", Host.LOOPBACK, port, further + "\n")));
  }

  /**
   * Three servers that form a cluster. They answer at once, but JetStream takes some seconds to
   * elect its leaders; whoever connects has to be patient.
   */
  public static NatsServers cluster(Path folder) {
    List<Integer> ports = IntStream.range(0, 6).mapToObj(_ -> Ports.free()).toList();
    return cluster(folder, Collections.nCopies(3, Host.LOOPBACK), ports);
  }

  /** The same, each on a machine of its own. */
  public static NatsServers cluster(Path folder, List<Machine> machines) {
    List<Integer> ports = new ArrayList<>(Collections.nCopies(machines.size(), CLIENT_PORT));
    ports.addAll(Collections.nCopies(machines.size(), ROUTE_PORT));
    return cluster(folder, machines.stream().map(Host::of).toList(), ports);
  }

  /**
   * @param ports first those for clients, then those for the other servers
   */
  private static NatsServers cluster(Path folder, List<Host> hosts, List<Integer> ports) {
    int count = hosts.size();
    String routes =
        IntStream.range(0, count)
            .mapToObj(i -> "\"nats-route://%s:%d\"".formatted(at(hosts, i), ports.get(count + i)))
            .collect(Collectors.joining(", "));
    return start(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new NatsServer(
                        folder.resolve("n" + i),
                        "n" + i,
                        hosts.get(i),
                        ports.get(i),
                        // Told of other addresses, clients would go round a cable that is cut.
                        "cluster { name: \"test\", listen: \"%s:%d\", routes: [%s], no_advertise: true }\n"
                            .formatted(at(hosts, i), ports.get(count + i), routes)))
            .toList());
  }

  private static String at(List<Host> hosts, int index) {
    return hosts.get(index).address();
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

  public List<String> urlsForTheTest() {
    return servers.stream().map(NatsServer::urlForTheTest).toList();
  }

  public NatsServer get(int index) {
    return servers.get(index);
  }

  /** The server of that name, as JetStream names its leaders. */
  public NatsServer named(String name) {
    return servers.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public void close() {
    servers.forEach(NatsServer::close);
  }
}
