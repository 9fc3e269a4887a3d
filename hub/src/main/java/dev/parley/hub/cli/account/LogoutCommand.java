package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "logout",
    description = "End the session of parley login, at the hub and here.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley logout", "  parley logout --json"})
public final class LogoutCommand implements Callable<Integer> {
  private final Cli cli;

  public LogoutCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    SessionFile file = new SessionFile(cli.data());
    if (!file.exists()) {
      throw CliError.failed("you are not logged in");
    }
    Optional<String> problem = new Sessions(file).close();
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("told", problem.isEmpty()).toObject());
    } else {
      cli.console().line("logged out");
    }
    if (problem.isPresent()) {
      cli.console()
          .note(
              "the hub was not told, where the session is open until it is over, 14 days at most: "
                  + Escaped.line(problem.get()));
    }
    return Exit.OK;
  }
}
