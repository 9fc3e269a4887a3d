package dev.parley.hub;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A hub in a process of its own, as a user would start it, so that it can be killed. */
final class HubProcess implements AutoCloseable {
  private final Process process;
  private final Path data;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final StringBuffer output = new StringBuffer();

  private HubProcess(Process process, Path data) {
    this.process = process;
    this.data = data;
    Thread.ofVirtual().start(this::readOutput);
  }

  static HubProcess start(Path data, String... more) throws IOException {
    return start(UnaryOperator.identity(), data, more);
  }

  /**
   * @param around makes the command that starts it elsewhere, in a process of the same id
   */
  static HubProcess start(UnaryOperator<List<String>> around, Path data, String... more)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx512m", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1"); // it lives for seconds
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "dev.parley.hub.Main", "up"));
    command.addAll(List.of("--data", data.toString(), "--port", "0", "--agent-port", "0"));
    command.addAll(List.of(more));
    return new HubProcess(
        new ProcessBuilder(around.apply(command)).redirectErrorStream(true).start(), data);
  }

  private void readOutput() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (line.startsWith("ready ")) {
          ready.complete(line.substring("ready ".length()).trim());
        }
      }
    } catch (IOException e) {
      output.append(e);
    } finally {
      ready.completeExceptionally(
          new IllegalStateException("the hub ended before it was ready:\n" + output));
    }
  }

  /** The address of the WebSocket door, once the hub serves. */
  URI webSocket() throws Exception {
    return URI.create(ready.get(90, TimeUnit.SECONDS).replaceFirst("^http", "ws") + "/ws");
  }

  String ownerToken() throws IOException {
    return Files.readString(data.resolve("owner-token")).trim();
  }

  String output() {
    return output.toString();
  }

  Process process() {
    return process;
  }

  /** What it has said so far and what its threads are at: for a test that waits in vain. */
  String account() {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(process.pid()),
                  "Thread.print")
              .redirectErrorStream(true)
              .start();
      try (BufferedReader lines = jcmd.inputReader()) {
        return output + lines.readAllAsString();
      }
    } catch (IOException e) {
      return output + e.toString();
    }
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** {@code kill}, and the exit code; fails when it takes longer than it may. */
  int terminate(long withinSeconds) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(withinSeconds, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the hub did not stop within " + withinSeconds + " s:\n" + output);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
