package dev.parley.hub.cli.operations;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Progress;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = "Make a new data directory from a backup. No hub takes part in it.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  parley restore /backups/parley-2026-11-15 --data ~/.parley-restored",
      "  parley up --data ~/.parley-restored"
    })
public final class RestoreCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "BACKUP", description = "The folder that parley backup made.")
  private Path backup;

  public RestoreCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (!cli.isDataGiven()) {
      throw CliError.usage("say where to: --data DIR, a folder that is empty or not there");
    }
    if (!Files.isDirectory(backup)) {
      throw CliError.failed("there is no folder " + backup);
    }
    if (Files.exists(backup.resolve(DataDirectory.OWNER_TOKEN))) {
      throw CliError.failed(backup + " is a data directory; name a folder that parley backup made");
    }
    DataDirectory target = cli.data();
    target.create();
    if (!isEmpty(target.path())) {
      throw CliError.failed(target.path() + " is not empty; a backup goes into a new folder");
    }
    long bytes;
    try (var _ = target.lock()) {
      bytes = copy(target.path());
    }
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("directory", target.path().toString())
                  .put("bytes", bytes)
                  .toObject());
    } else {
      cli.console()
          .line(
              Sizes.bytes(bytes)
                  + " in "
                  + target.path()
                  + "; start it with: parley up --data "
                  + target.path());
    }
    return Exit.OK;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /** The blobs have a folder of their own in a backup; everything else is the store's. */
  private static Path placeOf(Path entry, Path target) {
    return entry.startsWith(DataDirectory.BLOBS)
        ? target.resolve(entry.toString())
        : target.resolve(DataDirectory.STORE).resolve(entry.toString());
  }

  private long copy(Path target) throws IOException {
    List<Path> entries;
    try (Stream<Path> walk = Files.walk(backup)) {
      entries = walk.toList();
    }
    long total = 0;
    for (Path entry : entries) {
      total += Files.isRegularFile(entry) ? Files.size(entry) : 0;
    }
    long done = 0;
    try (var progress = new Progress(cli.console(), "restoring", total)) {
      for (Path entry : entries) {
        Path copy = placeOf(backup.relativize(entry), target);
        if (Files.isDirectory(entry)) {
          Files.createDirectories(copy);
        } else if (Files.isRegularFile(entry)) {
          FileCopy.durable(entry, copy);
          done += Files.size(copy);
          progress.at(done);
        }
      }
    }
    return total;
  }
}
