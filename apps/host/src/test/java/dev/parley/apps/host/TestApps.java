package dev.parley.apps.host;

import dev.parley.testkit.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Native apps of the tests, each compiled once. */
final class TestApps {
  private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

  private TestApps() {}

  /** Skips the test where there is no compiler. */
  static Path compiled(String name) {
    Path gcc = Program.find("gcc").orElse(null);
    Assumptions.assumeTrue(gcc != null, "gcc is not installed");
    return COMPILED.computeIfAbsent(name, each -> compile(gcc, each));
  }

  private static Path compile(Path gcc, String name) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "test-apps"));
      Path draft = Files.createTempFile(folder, name, "");
      Process compiler =
          new ProcessBuilder(
                  gcc.toString(),
                  "-O1",
                  "-Wall",
                  "-pthread",
                  "-o",
                  draft.toString(),
                  Path.of("src", "test", "c", name + ".c").toString())
              .inheritIO()
              .start();
      if (!compiler.waitFor(60, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
        throw new AssertionError(name + ".c was not compiled");
      }
      return Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE)
          .toAbsolutePath();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
