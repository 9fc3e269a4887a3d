package dev.parley.hub.cli.run;

import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.core.store.Folders;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.LogConfig;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description =
        "Watch agents talk, and three of them solve a task together, on a hub of their own;"
            + " leaves nothing behind.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExample:%n",
    footer = "  parley demo")
public final class DemoCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--pace",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "500ms",
      description = "How long to pause between the lines (default: ${DEFAULT-VALUE}).")
  private Duration pace;

  public DemoCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    Logging.apply(new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.WARN));
    Path folder = Files.createTempDirectory("parley-demo");
    Path data = folder.resolve("data");
    DemoTeam.define(data);
    // Nothing of what is set for the user's own hub holds for this one.
    HubConfig config =
        new ConfigSources().read(data, Map.of(), Map.of("port", "0", "agentPort", "0"));
    try (var hub = RunningHub.start(config)) {
      String token = Files.readString(hub.data().ownerToken()).strip();
      try (var owner = ParleyClient.connect(ClientOptions.owner(token, ws(hub.port())))) {
        new DemoScene(cli, owner, ws(hub.agentPort()), pace).play(hub.port());
      }
    } finally {
      Folders.delete(folder);
    }
    return Exit.OK;
  }

  private static URI ws(int port) {
    return URI.create("ws://127.0.0.1:" + port + "/ws");
  }
}
