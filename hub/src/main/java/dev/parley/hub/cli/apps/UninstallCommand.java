package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "uninstall",
    description = "Stop an app and take it away.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps uninstall com.example.weather --keep-data",
      "  parley apps uninstall com.example.weather --delete-data --yes"
    })
final class UninstallCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", description = "Its id.")
  private String id = "";

  @Option(names = "--keep-data", description = "For when it is installed again.")
  private boolean keep;

  @Option(names = "--delete-data", description = "Delete what it has stored as well.")
  private boolean delete;

  @Option(names = "--yes", description = "Do it without being asked.")
  private boolean yes;

  UninstallCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (keep == delete) {
      throw CliError.usage("say what becomes of its data: --keep-data or --delete-data");
    }
    cli.confirm(
        yes, "Take " + Escaped.line(id) + " away" + (delete ? ", with all its data?" : "?"));
    String data = delete ? "delete" : "keep";
    var _ = new RestCalls(cli).send("DELETE", AppText.path(id) + "?data=" + data, new byte[0]);
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("id", id).put("data", data).toObject());
    } else {
      cli.console().line(Escaped.line(id) + " is gone");
    }
    return Exit.OK;
  }
}
