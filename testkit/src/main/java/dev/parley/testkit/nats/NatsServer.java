package dev.parley.testkit.nats;

import dev.parley.testkit.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One server process that keeps its port and its data over every restart. */
public final class NatsServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final String name;
  private final Host host;
  private final int port;
  private final String further;
  private final Thread atExit = new Thread(this::endProcess);
  private @Nullable Process process;
  private int starts;

  NatsServer(Path folder, String name, Host host, int port, String further) {
    this.folder = folder;
    this.name = name;
    this.host = host;
    this.port = port;
    this.further = further;
    // A test run that is interrupted must leave no server behind.
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  public String name() {
    return name;
  }

  /** For those who run where the servers do. */
  public String url() {
    return "nats://" + host.address() + ":" + port;
  }

  /** For the test itself. */
  public String urlForTheTest() {
    return "nats://" + host.addressForTheTest() + ":" + port;
  }

  void start() {
    try {
      Files.createDirectories(folder);
      Path configuration = folder.resolve("nats.conf");
      Files.writeString(
          configuration,
          """
          listen: "%s:%d"
          server_name: "%s"
          jetstream { store_dir: "%s", max_file_store: 4GB, max_memory_store: 64MB }
          %s
          """
              .formatted(host.listen(), port, name, folder.resolve("store"), further));
      starts++;
      process =
          new ProcessBuilder(
                  host.running(List.of(executable().toString(), "-c", configuration.toString())))
              .redirectErrorStream(true)
              .redirectOutput(log().toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitReady() {
    Awaitility.await(name + " is ready")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .failFast(
            name + " ended",
            () -> {
              if (!running().isAlive()) {
                throw new IllegalStateException(name + " ended: " + output());
              }
            })
        .until(() -> output().contains("Server is ready"));
  }

  /** As a crash would: SIGKILL, with no time to write anything. */
  public void kill() {
    endProcess();
  }

  /** With the same port and the same data. */
  public void restart() {
    endProcess();
    start();
    awaitReady();
  }

  /** SIGSTOP: connections stay open, and nobody answers. */
  public void pause() {
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      String pid = String.valueOf(running().pid());
      int status = new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IllegalStateException("kill " + signal + " of " + name + " ended with " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Process running() {
    Process now = process;
    if (now == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return now;
  }

  private Path log() {
    return folder.resolve("server-" + starts + ".log");
  }

  private String output() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one that bin/check has chosen, or else the one that is installed. */
  private static Path executable() {
    String chosen = System.getenv("TEST_NATS_SERVER");
    if (chosen != null && !chosen.isEmpty()) {
      return Path.of(chosen);
    }
    return Program.find("nats-server")
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "nats-server is not installed, and this test needs a real one:"
                        + " install the package nats-server, or run bin/check as root"));
  }

  private void endProcess() {
    Process now = process;
    if (now == null) {
      return;
    }
    try {
      now.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    endProcess();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is shutting down, and the hook has run.
    }
  }
}
