package dev.parley.hub.cli.mailboxes;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.config.ConfigSources;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the mailboxes are: as said here, or as the hub's settings say. */
final class MailboxDirectory {
  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "The mailboxes' folder (default: the setting files.directory).")
  private @Nullable Path directory;

  Path of(Cli cli) {
    Path configured =
        directory != null
            ? directory.toAbsolutePath().normalize()
            : new ConfigSources()
                .read(cli.data().path(), cli.environment(), Map.of())
                .files()
                .directory();
    if (configured == null) {
      throw CliError.usage(
          "say where the mailboxes are: --files DIR, or the setting files.directory");
    }
    return configured;
  }
}
