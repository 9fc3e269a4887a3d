package dev.parley.processes;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A variable in the environment of a process, which everything that it starts inherits. By it those
 * descendants are found too whose parents are gone, and those of a hub that is gone. It is no
 * secret.
 *
 * <p>Environments can be read where there is a {@code /proc}; elsewhere nobody is found by a mark.
 */
record Mark(String value) {
  static final String VARIABLE = "PARLEY_RUN";

  private static final Path PROCESSES = Path.of("/proc");

  static Mark fresh() {
    return new Mark(UUID.randomUUID().toString());
  }

  List<ProcessHandle> bearers() {
    List<ProcessHandle> found = new ArrayList<>();
    String wanted = "\0" + VARIABLE + "=" + value + "\0";
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (environment(process).contains(wanted)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(found::add);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return found;
    }
    return found;
  }

  /** Empty for those that are not ours to look at, and for those that have just ended. */
  private static String environment(Path process) {
    try {
      String variables = new String(Files.readAllBytes(process.resolve("environ")), ISO_8859_1);
      return "\0" + variables + "\0";
    } catch (IOException e) {
      return "";
    }
  }

  /** Ended, but nobody has asked for its exit code yet: there is nothing left to stop. */
  static boolean isZombie(ProcessHandle process) {
    try {
      String stat = Files.readString(PROCESSES.resolve(process.pid() + "/stat"), ISO_8859_1);
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false;
    }
  }
}
