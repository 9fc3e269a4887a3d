package dev.parley.processes;

import static org.awaitility.Awaitility.await;

import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A folder with real processes in it. */
final class World implements AutoCloseable {
  /** Longer than any test. */
  static final Duration LONG = Duration.ofSeconds(30);

  static final long NOW = 1_000_000;

  final Path folder;
  final List<Survivor> survivors = new CopyOnWriteArrayList<>();
  private final List<Processes> opened = new ArrayList<>();
  private int runningMax = 8;
  private Duration grace = LONG;

  World(Path folder) {
    this.folder = folder;
  }

  World runningMax(int max) {
    runningMax = max;
    return this;
  }

  World grace(Duration time) {
    grace = time;
    return this;
  }

  Path runFolder() {
    return folder.resolve("processes");
  }

  Path runFile(String name) {
    return runFolder().resolve(name + ".run");
  }

  Processes open() {
    Processes processes =
        Processes.open(
            new ProcessesConfig(
                runFolder(), runningMax, "things.max", grace, 1 << 20, Confinement::here),
            () -> NOW,
            survivors::add);
    opened.add(processes);
    return processes;
  }

  ProcessSpec spec(String name, String... argv) {
    return new ProcessSpec(
        name,
        "tool",
        List.of(argv),
        folder,
        Map.of("PATH", System.getenv("PATH"), "KEY", "s3cret"),
        List.of(new Secret("s3cret", "[withheld]")),
        Map.of("note", "kept"));
  }

  /** Run by a shell, which here is the program itself. */
  ProcessSpec script(String name, String script) {
    return spec(name, "sh", "-c", script);
  }

  /** What a process wrote into a file, once there is something in it. */
  String file(String name) {
    Path file = folder.resolve(name);
    await().until(() -> Files.exists(file) && Files.size(file) > 0);
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  long pid(String file) {
    return Long.parseLong(file(file));
  }

  static boolean isGone(long pid) {
    return ProcessHandle.of(pid)
        .filter(process -> process.isAlive() && !Mark.isZombie(process))
        .isEmpty();
  }

  @Override
  public void close() {
    opened.forEach(Processes::close);
  }
}
