package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "submit",
    description = "Hand a draft of your app to the reviewers of the store.",
    usageHelpAutoWidth = true)
final class SubmitCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", description = "Its short name or id in the store.")
  private String name = "";

  @Mixin private StoreOption store = new StoreOption();

  SubmitCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = store.calls(cli);
    String id = Published.required(calls, name);
    JsonObject answer = calls.post(StoreOption.MINE + "/" + id + "/submit");
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      cli.console().line(Escaped.line(name) + ": " + Escaped.line(answer.text("status", "")));
      cli.console().note("see what became of it with: parley apps status " + Escaped.line(name));
    }
    return Exit.OK;
  }
}
