package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "reviews",
    description = "List the apps that wait for a reviewer of the store.",
    usageHelpAutoWidth = true)
final class ReviewsCommand implements Callable<Integer> {
  private final Cli cli;

  @Mixin private StoreOption store = new StoreOption();

  ReviewsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonObject answer = store.calls(cli).get(StoreOption.ADMIN + "?status=pending_review");
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    Table table = new Table("ID", "APP", "VERSION", "NAME");
    for (JsonObject app : answer.objects("apps")) {
      table.row(
          app.text("id", ""), app.text("slug", ""), app.text("version", ""), app.text("name", ""));
    }
    table.print(cli.console(), "nothing waits for a review");
    return Exit.OK;
  }
}
