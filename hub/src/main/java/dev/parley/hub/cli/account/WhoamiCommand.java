package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "whoami",
    description = "Show who commands are to the hub, and which hub that is.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley whoami", "  parley whoami --json"})
public final class WhoamiCommand implements Callable<Integer> {
  private final Cli cli;

  public WhoamiCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls rest = new RestCalls(cli);
    JsonObject answer =
        cli.session() == null
            ? rest.get("/api/me").objectOrEmpty("principal")
            : rest.get("/api/v1/owners/me").with("type", "person");
    if (cli.isJson()) {
      cli.console().json(answer.with("url", rest.base().toString()));
      return Exit.OK;
    }
    String agent = answer.text("agentId");
    String email = answer.text("email");
    String who =
        agent == null ? "the hub's owner" : (email == null ? "" : email + ", ") + "agent " + agent;
    cli.console().line(Escaped.line(who + ", at " + rest.base()));
    return Exit.OK;
  }
}
