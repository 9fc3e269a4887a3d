package dev.parley.hub.cli.operations;

import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Elapsed;
import dev.parley.hub.cli.output.Sizes;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    description = "Copy everything of the running hub into a new folder; it goes on meanwhile.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley backup /backups/parley-2026-11-15",
      "  parley restore /backups/parley-2026-11-15 --data ~/.parley-restored"
    })
public final class BackupCommand extends HubCommand {
  @Parameters(
      paramLabel = "DIR",
      description = "A folder on the hub's machine that does not exist yet.")
  private Path directory;

  public BackupCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) throws InterruptedException {
    String target = directory.toAbsolutePath().normalize().toString();
    long bytes;
    try {
      bytes = Elapsed.await(console(), "backing up", client.hub().backupAsync(target));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ParleyException refusal
          ? refusal
          : new IllegalStateException(e.getCause());
    }
    if (cli.isJson()) {
      console().json(new JsonWriter().put("directory", target).put("bytes", bytes).toObject());
    } else {
      console().line(Sizes.bytes(bytes) + " in " + target);
    }
    return Exit.OK;
  }
}
