package dev.parley.stores.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A main class of these tests in a process of its own, for what would take the test's down. */
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private ChildJvm(Process process) {
    this.process = process;
    this.lines = process.inputReader();
  }

  static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xmx256m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The next line the child printed, or null when it has ended. */
  String line() throws IOException {
    return lines.readLine();
  }

  /** kill -9, and everything printed up to then. */
  List<String> kill() throws IOException, InterruptedException {
    process.toHandle().destroyForcibly(); // the process itself would close its output as well
    List<String> rest = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      rest.add(line);
    }
    process.waitFor();
    return rest;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
