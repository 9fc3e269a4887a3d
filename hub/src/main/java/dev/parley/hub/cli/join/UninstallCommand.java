package dev.parley.hub.cli.join;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "uninstall",
    description = "Take the entry out of an MCP client's configuration; a backup is kept.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExample:%n",
    footer = "  parley mcp uninstall --client claude")
public final class UninstallCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--client",
      required = true,
      paramLabel = "CLIENT",
      description = "${COMPLETION-CANDIDATES}.")
  private Client client;

  @Mixin private Target target;

  public UninstallCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    ConfigurationFile file = ConfigurationFile.read(target.file(client, cli));
    String after = file.changed(text -> client.configuration().without(text, target.name()));
    boolean changes = !after.equals(file.text());
    Path backup = null;
    if (changes && !target.isDryRun()) {
      cli.confirm(target.isYes(), "Take '" + target.name() + "' out of " + file.path() + "?");
      backup = file.write(after, false);
    }
    report(file.path(), changes, backup);
    return Exit.OK;
  }

  private void report(Path file, boolean changes, @Nullable Path backup) {
    if (cli.isJson()) {
      JsonWriter document =
          new JsonWriter()
              .put("client", client.wireName())
              .put("file", file.toString())
              .put("name", target.name())
              .put("changed", changes && !target.isDryRun());
      cli.console()
          .json(
              backup == null
                  ? document.toObject()
                  : document.put("backup", backup.toString()).toObject());
      return;
    }
    String entry = "'" + target.name() + "' in " + file;
    cli.console()
        .line(
            Escaped.line(
                !changes
                    ? "there is no " + entry
                    : backup == null
                        ? "would take out " + entry
                        : "took out " + entry + "; the file as it was: " + backup));
  }
}
