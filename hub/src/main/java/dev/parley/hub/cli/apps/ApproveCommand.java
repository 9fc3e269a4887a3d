package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
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
    name = "approve",
    description = "Let a new version in that waits because it wants to do more.",
    usageHelpAutoWidth = true)
final class ApproveCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", description = "Its id.")
  private String id = "";

  @Option(names = "--yes", description = "Agree without being asked.")
  private boolean yes;

  ApproveCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = new RestCalls(cli);
    JsonObject pending = calls.get(AppText.path(id)).object("pending");
    if (pending == null) {
      throw CliError.failed(
          "no version of "
              + Escaped.line(id)
              + " waits; look for one with: parley apps update "
              + Escaped.line(id));
    }
    if (!cli.isJson()) {
      cli.console().line("version " + Escaped.line(pending.text("version", "")) + " also wants to");
      AppText.permissions(cli.console(), pending.objects("newPermissions"));
    }
    cli.confirm(yes, "Let it in?");
    byte[] agreed = AppText.agreed(pending.objects("permissions"));
    AppText.show(cli, calls.send("POST", AppText.path(id) + "/approve", agreed));
    return Exit.OK;
  }
}
