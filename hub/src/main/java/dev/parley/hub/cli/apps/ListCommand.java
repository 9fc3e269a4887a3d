package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "list", description = "List the apps and how they are.", usageHelpAutoWidth = true)
final class ListCommand implements Callable<Integer> {
  private final Cli cli;

  ListCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonObject answer = new RestCalls(cli).get(AppText.APPS);
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    Table table = new Table("APP", "VERSION", "STATE", "PROVIDES", "");
    for (JsonObject app : answer.objects("apps")) {
      table.row(
          app.text("id", ""),
          app.text("version", ""),
          app.text("state", ""),
          String.join(", ", app.texts("provides")),
          app.has("pending") ? "an update waits for you" : app.text("problem", ""));
    }
    table.print(
        cli.console(), "no apps; install one with: parley apps install FILE.napp, or an app's id");
    return Exit.OK;
  }
}
