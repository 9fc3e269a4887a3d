package dev.parley.apps.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** A language with an SDK, and the examples in it, which are built once for all tests. */
enum Sdk {
  GO,
  RUST,
  C;

  private static final Path SCRIPT = Path.of("../../tools/sdks.sh").toAbsolutePath();
  private static final int MISSING = 3;

  /** What the script said where the tools for the language are missing, else nothing. */
  private static final Map<Sdk, String> BUILT = new EnumMap<>(Sdk.class);

  /** The program of an example. Skips the test where it cannot be built for want of tools. */
  Path example(String name) {
    Path folder = Path.of("target/sdk", language()).toAbsolutePath();
    String missing;
    synchronized (BUILT) {
      missing = BUILT.computeIfAbsent(this, _ -> build(folder));
    }
    assumeTrue(missing.isEmpty(), missing);
    return folder.resolve(name);
  }

  /** Where the sources of an example are. */
  Path source(String name) {
    return Path.of("../../sdk", language(), "examples", name).toAbsolutePath().normalize();
  }

  private String language() {
    return name().toLowerCase(Locale.ROOT);
  }

  private String build(Path folder) {
    try {
      Process building =
          new ProcessBuilder("bash", SCRIPT.toString(), "examples", language(), folder.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(building.getInputStream().readAllBytes(), UTF_8).strip();
      return switch (building.waitFor()) {
        case 0 -> "";
        case MISSING -> said;
        default -> throw new AssertionError("the examples in " + language() + ":\n" + said);
      };
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
