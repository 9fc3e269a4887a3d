package dev.parley.hub.cli.transfer;

import dev.parley.client.ClientOptions;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.DataLock;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.transfer.HubEnd;
import dev.parley.hub.transfer.RunningHubEnd;
import dev.parley.hub.transfer.StoppedHub;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import picocli.CommandLine.Option;

/** The hub that runs, or the data of one that does not. */
final class HubChoice {
  @Option(
      names = "--offline",
      description = "Work on the data directory itself, while no hub runs on it.")
  private boolean offline;

  HubEnd open(Cli cli) throws IOException {
    if (!offline) {
      ClientOptions options = cli.options();
      URI address = Cli.answering(options.addresses());
      String http = address.toString().replaceFirst("^ws", "http");
      return new RunningHubEnd(URI.create(http), options.token());
    }
    DataDirectory data = cli.data();
    if (!Files.isDirectory(data.path().resolve(DataDirectory.STORE))) {
      throw CliError.failed("there is no hub's data in " + data.path());
    }
    HubConfig config = config(cli);
    try {
      return StoppedHub.open(data, config);
    } catch (DataLock.Taken e) {
      throw CliError.failed(e.getMessage() + "; leave --offline out, or stop it");
    }
  }

  static HubConfig config(Cli cli) {
    return new ConfigSources().read(cli.data().path(), cli.environment(), Map.of());
  }
}
