package dev.parley.hub.cli.apps;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Show an app, what it may do, and what is wrong with it.",
    usageHelpAutoWidth = true)
final class ShowCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", description = "Its id.")
  private String id = "";

  ShowCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    AppText.show(cli, new RestCalls(cli).get(AppText.path(id)));
    return Exit.OK;
  }
}
