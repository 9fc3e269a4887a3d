package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "install",
    description = {
      "Install an app from a package or a store. What it may do is shown before, and it is"
          + " installed with that and no more."
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps install calculator.napp",
      "  parley apps install com.example.calculator",
      "  parley apps install com.example.calculator --store https://store.example --yes"
    })
final class InstallCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "FILE|ID", description = "A package, or the id of an app in a store.")
  private String what = "";

  @Option(names = "--store", paramLabel = "URL", description = "Where; the hub's store by default.")
  private @Nullable String store;

  @Option(names = "--yes", description = "Agree to what it may do without being asked.")
  private boolean yes;

  InstallCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = new RestCalls(cli);
    Map<String, Object> source = Source.of(calls, what, store);
    JsonObject found = Source.inspected(calls, source);
    if (!yes || !cli.isJson()) {
      shown(found);
    }
    cli.confirm(yes, "Install it?");
    JsonWriter body = new JsonWriter().putAll(source);
    body.put("permissions", AppText.names(found.objects("permissions")));
    AppText.show(cli, calls.send("POST", AppText.APPS, body.toBytes()));
    return Exit.OK;
  }

  private void shown(JsonObject found) {
    Console console = cli.console();
    AppText.about(console, found);
    console.line(
        "from "
            + Escaped.line(found.text("origin", ""))
            + (found.flag("verified")
                ? ", signed"
                : console.yellow(", not signed: install it only if you trust who gave it to you")));
  }
}
