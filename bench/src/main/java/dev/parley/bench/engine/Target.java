package dev.parley.bench.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A running server and how to reach it.
 *
 * @param token what its owner authenticates with; empty where nobody asks
 */
public record Target(ServerProcess process, int port, String token) implements AutoCloseable {
  private static final String READY = "ready http://127.0.0.1:";

  /** When JetStream makes durable what it has acknowledged. */
  public enum NatsSync {
    /** Every two minutes: what was acknowledged since is lost when the power is. */
    DEFAULT(""),
    /** Before it acknowledges, as the hub does. */
    ALWAYS(", sync_interval: always");

    private final String setting;

    NatsSync(String setting) {
      this.setting = setting;
    }
  }

  /** JetStream with file storage and its default settings. */
  public static Target nats(Path data) throws IOException {
    return nats(data, NatsSync.DEFAULT);
  }

  public static Target nats(Path data, NatsSync sync) throws IOException {
    int port = ServerProcess.freePort();
    Path configuration = Files.createDirectories(data).resolve("nats.conf");
    Files.writeString(
        configuration,
        """
        listen: "127.0.0.1:%d"
        jetstream { store_dir: "%s", max_file_store: 32GB, max_memory_store: 256MB%s }
        """
            .formatted(port, data.resolve("store"), sync.setting));
    return onPort(data, port, List.of(executable("nats-server"), "-c", configuration.toString()));
  }

  /** So many servers with JetStream that form a cluster, if there is more than one. */
  public static List<Target> natsCluster(Path data, int count) throws IOException {
    if (count == 1) {
      return List.of(nats(data));
    }
    List<Integer> routes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      routes.add(ServerProcess.freePort());
    }
    List<Target> servers = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        servers.add(clustered(data.resolve("n" + i), "n" + i, i, routes));
      }
      return servers;
    } catch (IOException | RuntimeException e) {
      servers.forEach(Target::close);
      throw e;
    }
  }

  private static Target clustered(Path data, String name, int index, List<Integer> routes)
      throws IOException {
    int port = ServerProcess.freePort();
    Path configuration = Files.createDirectories(data).resolve("nats.conf");
    String others =
        String.join(
            ", ",
            routes.stream().map(route -> "\"nats-route://127.0.0.1:" + route + "\"").toList());
    Files.writeString(
        configuration,
        """
        server_name: "%s"
        listen: "127.0.0.1:%d"
        jetstream { store_dir: "%s", max_file_store: 32GB, max_memory_store: 256MB }
        cluster { name: "bench", listen: "127.0.0.1:%d", routes: [%s] }
        """
            .formatted(name, port, data.resolve("store"), routes.get(index), others));
    return onPort(data, port, List.of(executable("nats-server"), "-c", configuration.toString()));
  }

  /** Redis that syncs its log before it answers. */
  public static Target redis(Path data) throws IOException {
    int port = ServerProcess.freePort();
    Files.createDirectories(data);
    var command = new ArrayList<String>();
    command.add(executable("redis-server"));
    command.addAll(List.of("--bind", "127.0.0.1", "--port", String.valueOf(port)));
    command.addAll(List.of("--dir", data.toString()));
    command.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
    // No snapshots and no rewriting of its log meanwhile: both would only slow it down.
    command.addAll(List.of("--auto-aof-rewrite-percentage", "0", "--save", ""));
    return onPort(data, port, command);
  }

  /** A hub started as its users do, on ports that are free. */
  public static Target hub(Path parley, Path data, String... options) throws IOException {
    return hubAt(0, parley, data, options);
  }

  /** The same at the port where its clients have known it. */
  public static Target hubAt(int port, Path parley, Path data, String... options)
      throws IOException {
    var command = new ArrayList<String>();
    command.addAll(List.of(parley.toString(), "up", "--data", data.toString()));
    command.addAll(List.of("--port", String.valueOf(port), "--agent-port", "0"));
    // Agents that only answer each other are what a load is, and what the governor stops.
    command.addAll(List.of("--set", "governor.enabled=false"));
    command.addAll(List.of(options));
    return ready(data, command);
  }

  /** The same with a heap of this size, as {@code PARLEY_HEAP} sets it. */
  public static Target hubWithHeap(Path parley, Path data, String heap) throws IOException {
    var command = new ArrayList<String>();
    command.addAll(List.of("env", "PARLEY_HEAP=" + heap));
    command.addAll(List.of(parley.toString(), "up", "--data", data.toString()));
    command.addAll(List.of("--port", "0", "--agent-port", "0"));
    return ready(data, command);
  }

  /** A class with a {@code main} on this process' class path that behaves like a hub. */
  public static Target fake(Class<?> main, Path data) throws IOException {
    return ready(data, java(main, data.toString()));
  }

  /** The command that runs a class of this class path in a process of its own. */
  public static List<String> java(Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static Target ready(Path data, List<String> command) throws IOException {
    ServerProcess process = ServerProcess.start(command, log(data));
    try {
      String line = process.awaitLine(text -> text.contains(READY));
      int portAt = line.indexOf(READY) + READY.length();
      int port = Integer.parseInt(line.substring(portAt).replaceAll("\\D.*", ""));
      String token = Files.readString(data.resolve("owner-token")).strip();
      return new Target(process, port, token);
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static Target onPort(Path data, int port, List<String> command) throws IOException {
    ServerProcess process = ServerProcess.start(command, log(data));
    try {
      process.awaitPort(port);
      return new Target(process, port, "");
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static Path log(Path data) {
    return data.resolveSibling(data.getFileName() + ".log");
  }

  private static String executable(String name) throws IOException {
    return installed(name)
        .map(Path::toString)
        .orElseThrow(() -> new IOException(name + " is not installed"));
  }

  /** Where a program is; servers stand outside many users' PATH. */
  public static Optional<Path> installed(String name) {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(File.pathSeparator)),
            Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/local/bin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** What a program says of its version; the name of one that is installed, or its path. */
  public static String version(String program) throws IOException {
    String command = program.contains("/") ? program : executable(program);
    Process process = new ProcessBuilder(command, "--version").redirectErrorStream(true).start();
    try (var output = process.inputReader()) {
      return String.valueOf(output.readLine()).strip();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
