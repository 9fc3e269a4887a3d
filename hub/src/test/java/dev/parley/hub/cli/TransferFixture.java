package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A hub, and files to bring in. */
abstract class TransferFixture {
  @TempDir Path folder;
  LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  final Path file(String name) {
    return folder.resolve(name);
  }

  final Path write(String name, String... lines) throws IOException {
    Path file = file(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, String.join("\n", lines).replace('\'', '"') + "\n");
  }

  final JsonObject imported(LiveHub into, Path path, String... options) {
    String[] arguments = new String[options.length + 3];
    arguments[0] = "import";
    arguments[1] = path.toString();
    arguments[2] = "--json";
    System.arraycopy(options, 0, arguments, 3, options.length);
    Result result = into.run(arguments);
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.json();
  }
}
