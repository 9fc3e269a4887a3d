package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Show what became of the apps that you have published.",
    usageHelpAutoWidth = true)
final class StatusCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", arity = "0..1", description = "One of them; all by default.")
  private @Nullable String name;

  @Mixin private StoreOption store = new StoreOption();

  StatusCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = store.calls(cli);
    if (name == null) {
      all(calls.get(StoreOption.MINE));
      return Exit.OK;
    }
    JsonObject app = calls.get(StoreOption.MINE + "/" + Published.required(calls, name));
    if (cli.isJson()) {
      cli.console().json(app);
      return Exit.OK;
    }
    cli.console()
        .line(
            Escaped.line(app.text("slug", name))
                + " "
                + Escaped.line(app.text("version", ""))
                + ": "
                + Escaped.line(app.text("status", "")));
    String rejected = app.text("rejectionReason", "");
    if (!rejected.isEmpty()) {
      cli.console().line("not accepted: " + Escaped.line(rejected));
      cli.console().note("better it, then publish and submit it again");
    }
    return Exit.OK;
  }

  private void all(JsonObject answer) {
    if (cli.isJson()) {
      cli.console().json(answer);
      return;
    }
    Table table = new Table("APP", "VERSION", "STATUS");
    for (JsonObject product : answer.objects("products")) {
      JsonObject app = product.objectOrEmpty("app");
      table.row(app.text("slug", ""), app.text("version", ""), app.text("status", ""));
    }
    table.print(cli.console(), "you have published nothing in this store");
  }
}
