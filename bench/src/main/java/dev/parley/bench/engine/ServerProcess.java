package dev.parley.bench.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A server under measurement; its output goes to a file beside its data. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(2);
  private static final Duration QUIET_LOOK = Duration.ofMillis(200);
  private static final int QUIET_LOOKS_MAX = 300;
  private static final Duration IDLE_LOOK = Duration.ofMillis(20);
  private static final Set<ServerProcess> RUNNING = ConcurrentHashMap.newKeySet();

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    RUNNING.add(this);
  }

  public static ServerProcess start(List<String> command, Path log) throws IOException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    return new ServerProcess(process, log);
  }

  /** A port that was free a moment ago. */
  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until a line of the output fits, and returns it. */
  public String awaitLine(Predicate<String> fits) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      Optional<String> line = output().lines().filter(fits).findFirst();
      if (line.isPresent()) {
        return line.get();
      }
      if (!process.isAlive()) {
        break;
      }
      pause();
    }
    throw new IOException("not ready; its output was:\n" + output());
  }

  /** Waits until the port takes connections. */
  public void awaitPort(int port) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline && process.isAlive()) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (socket.isConnected()) {
          return;
        }
      } catch (IOException e) {
        pause();
      }
    }
    throw new IOException("not ready on port " + port + "; its output was:\n" + output());
  }

  private String output() throws IOException {
    return Files.readString(log, UTF_8);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Writes a line to its standard input. */
  public void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  /** Closes its standard input, which some take as the sign to end. */
  public void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Waits until it has ended by itself. */
  public void awaitEnd() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE)) {
      throw new IOException("did not end; its output was:\n" + output());
    }
  }

  public Duration cpu() {
    return processes()
        .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The same by its threads; of the server itself, not of a launcher before it. */
  public ThreadTimes threadTimes() {
    return ThreadTimes.of(pid());
  }

  /**
   * Waits until what it does in the background is done, so that it is not in the way of the next
   * one, for a minute at most; what it left to the kernel to write later is written now.
   */
  public void awaitQuiet() throws IOException, InterruptedException {
    new ProcessBuilder("sync").start().waitFor();
    Duration before = cpu();
    for (int i = 0; i < QUIET_LOOKS_MAX; i++) {
      Thread.sleep(QUIET_LOOK);
      Duration now = cpu();
      if (now.minus(before).compareTo(QUIET_LOOK.dividedBy(10)) < 0) {
        return;
      }
      before = now;
    }
  }

  /** Waits until it uses next to no processor, for as long; a shorter look than the above. */
  public void awaitIdle() throws InterruptedException {
    Duration before = cpu();
    for (int i = 0; i < QUIET_LOOKS_MAX; i++) {
      Thread.sleep(IDLE_LOOK);
      Duration now = cpu();
      if (now.minus(before).compareTo(IDLE_LOOK.dividedBy(2)) <= 0) {
        return;
      }
      before = now;
    }
  }

  /** Resident memory in bytes. */
  public long residentBytes() {
    return processes().mapToLong(ServerProcess::residentBytes).sum();
  }

  /** The process with the most memory: a launcher may stand before the server itself. */
  public long pid() {
    return processes()
        .max((a, b) -> Long.compare(residentBytes(a), residentBytes(b)))
        .map(ProcessHandle::pid)
        .orElseThrow();
  }

  private Stream<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  private static long residentBytes(ProcessHandle handle) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + handle.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static void end(Process process) {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
      }
    } catch (InterruptedException e) {
      all.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }

  /** As a crash or a power cut would. */
  public void kill() {
    processes().toList().forEach(ProcessHandle::destroyForcibly);
    close();
  }

  @Override
  public void close() {
    end(process);
    RUNNING.remove(this);
  }

  /** For a run that is interrupted: it must leave no server behind. */
  public static void closeAll() {
    RUNNING.forEach(ServerProcess::close);
  }
}
