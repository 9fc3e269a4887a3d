package dev.parley.testkit.net;

import dev.parley.testkit.process.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the commands of iproute2. */
final class Ip {
  private static final int SECONDS_MAX = 10;

  private Ip() {}

  /** What a command that failed had to say. */
  static final class Failed extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Failed(String why) {
      super(why);
    }
  }

  static String run(String... command) {
    String line = String.join(" ", command);
    try {
      List<String> words = new ArrayList<>(List.of(command));
      words.set(0, program(command[0]));
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new Failed(line + " does not return");
      }
      if (process.exitValue() != 0) {
        throw new Failed(line + ": " + said.strip());
      }
      return said;
    } catch (IOException e) {
      throw new Failed(line + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed(line + ": interrupted");
    }
  }

  static String program(String name) {
    return Program.find(name).orElseThrow(() -> new Failed(name + " is not installed")).toString();
  }

  /** For what may be gone already. */
  static void tryTo(String... command) {
    try {
      run(command);
    } catch (Failed e) {
      // Nothing was there, or nothing can be done about it.
    }
  }
}
