package dev.parley.hub;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.Folders;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.ParleyCommand;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.HubConfig;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Walks through what a process usually does, so that the build can keep the classes it loaded in a
 * CDS archive. Run by {@code tools/assemble.sh} only. A class that is missing from the archive
 * costs start-up time and nothing else; a path worth starting fast belongs here.
 */
final class ArchiveTraining {
  private static final long PATIENCE_SECONDS = 60;

  private ArchiveTraining() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("parley-training");
    try {
      switch (arguments[0]) {
        case "cli" -> commandLine(folder);
        case "server" -> server(folder);
        default -> throw new IllegalArgumentException("cli or server, not " + arguments[0]);
      }
    } finally {
      Folders.delete(folder);
    }
    // Leaves the way a real process does, exit included: that too loads classes.
    Main.main(new String[] {"--version"});
  }

  /** Against a hub in a process of its own: its classes would only make this archive heavier. */
  private static void commandLine(Path data) throws Exception {
    run(data, "--help");
    run(data, "--no-such-option");
    run(data, "send", "nobody", "x");
    Process hub =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "up",
                "--data=" + data,
                "--port=0",
                "--agent-port=0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var lines = hub.inputReader(UTF_8)) {
      if (lines.lines().anyMatch(line -> line.startsWith("ready "))) {
        commandLines(data);
      }
    } finally {
      hub.destroy();
      hub.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void commandLines(Path data) {
    run(data, "agents", "add", "ada");
    run(data, "agents", "list");
    run(data, "subs", "add", "ada", "papers/**");
    run(data, "send", "ada", "hello", "--await", "delivered", "--timeout", "1ms");
    run(data, "send", "ada", "hello", "--json");
    run(data, "request", "ada", "hello", "--timeout", "1ms");
    run(data, "inbox", "ada", "--limit", "1");
    run(data, "listen", "ada", "--ack", "manual", "--count", "1", "--timeout", "5s");
    run(data, "history", "ada");
    run(data, "stats");
    run(data, "presence");
    run(data, "dead-letters", "list");
  }

  private static void server(Path data) throws Exception {
    try (var _ = RunningHub.start(HubConfig.onFreePorts(data))) {
      commandLines(data);
    }
  }

  private static void run(Path data, String... arguments) {
    var nowhere =
        new Console(
            Writer.nullWriter(), Writer.nullWriter(), InputStream.nullInputStream(), false, false);
    ParleyCommand.run(new Cli(nowhere, Map.of("PARLEY_DATA", data.toString())), arguments);
  }
}
