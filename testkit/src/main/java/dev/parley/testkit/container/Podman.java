package dev.parley.testkit.container;

import dev.parley.testkit.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Podman with images and containers of its own, which speaks the API of Docker at a Unix
 * socket. It has one image, {@link #IMAGE}, with a busybox in it.
 */
public final class Podman implements AutoCloseable {
  public static final String IMAGE = "localhost/parley-test:1";

  private static final Path BUSYBOX = Path.of("/bin/busybox");
  private static final List<String> COMMANDS =
      List.of(
          "sh", "sleep", "cat", "echo", "ls", "id", "wget", "env", "dd", "yes", "touch", "true");

  /** Runs with runc, without the right to raise limits, and without networks of its own. */
  private static final String CONFIGURATION =
      """
      [containers]
      default_ulimits = ["nofile=10000:10000","nproc=10000:10000"]
      netns = "host"
      [engine]
      runtime = "runc"
      cgroup_manager = "cgroupfs"
      events_logger = "file"
      """;

  private final Path folder;
  private final Thread atExit = new Thread(this::endService);
  private @Nullable Process service;

  private Podman(Path folder) {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Skips the test where there is none, or where it cannot run a container. */
  public static Podman start() {
    for (String program : List.of("podman", "runc")) {
      Assumptions.assumeTrue(Program.find(program).isPresent(), program + " is not installed");
    }
    Assumptions.assumeTrue(Files.isExecutable(BUSYBOX), "busybox-static is not installed");
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "containers are tried by root only");
    try {
      Podman podman = new Podman(Files.createTempDirectory("podman"));
      try {
        podman.prepare();
      } catch (IOException | RuntimeException | Error e) {
        podman.close();
        throw e;
      }
      return podman;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void prepare() throws IOException {
    Files.writeString(folder.resolve("containers.conf"), CONFIGURATION);
    Path bin = Files.createDirectories(folder.resolve("image/bin"));
    Files.createDirectories(folder.resolve("image/tmp"));
    Files.copy(BUSYBOX, bin.resolve("busybox"));
    for (String command : COMMANDS) {
      Files.createSymbolicLink(bin.resolve(command), Path.of("busybox"));
    }
    Path archive = folder.resolve("image.tar");
    run(List.of("tar", "-C", folder.resolve("image").toString(), "-cf", archive.toString(), "."));
    run(podman("import", archive.toString(), IMAGE));
    String said = "";
    try {
      run(podman("run", "--rm", "--network", "host", IMAGE, "true"));
    } catch (IllegalStateException e) {
      said = String.valueOf(e.getMessage());
    }
    Assumptions.assumeTrue(said.isEmpty(), "Podman runs no containers here: " + said);
    startService();
  }

  /** Where it listens. */
  public Path socket() {
    return folder.resolve("podman.sock");
  }

  /** After it was killed; what it ran goes on meanwhile. */
  public void startService() {
    try {
      Files.deleteIfExists(socket());
      service =
          process(podman("system", "service", "--time=0", "unix://" + socket()))
              .redirectOutput(folder.resolve("service.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await("Podman listens").until(() -> Files.exists(socket()));
  }

  /** As a crash would. */
  public void killService() {
    endService();
    try {
      Files.deleteIfExists(socket());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endService() {
    Process running = service;
    if (running != null) {
      running.destroyForcibly();
      Process _ = running.onExit().join();
    }
  }

  /** The names of its containers, those that do not run too. */
  public List<String> containers() {
    return run(podman("ps", "--all", "--format", "{{.Names}}")).lines().toList();
  }

  /** What it answers to a command. */
  public String told(String... command) {
    return run(podman(command));
  }

  private List<String> podman(String... command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "podman",
                "--root",
                folder.resolve("root").toString(),
                "--runroot",
                folder.resolve("run").toString(),
                "--tmpdir",
                folder.resolve("tmp").toString(),
                "--storage-driver",
                "vfs"));
    all.addAll(List.of(command));
    return all;
  }

  private ProcessBuilder process(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    return builder;
  }

  private String run(List<String> command) {
    try {
      Path output = Files.createTempFile(folder, "said", "");
      Process process = process(command).redirectOutput(output.toFile()).start();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        Process _ = process.destroyForcibly();
        throw new IllegalStateException("it takes too long: " + command);
      }
      String said = Files.readString(output).strip();
      if (process.exitValue() != 0) {
        throw new IllegalStateException(said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      String _ = run(podman("rm", "--all", "--force", "--time", "0"));
    } catch (IllegalStateException e) {
      // There is nothing to remove where it does not work at all.
    }
    endService();
    boolean _ = Runtime.getRuntime().removeShutdownHook(atExit);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
