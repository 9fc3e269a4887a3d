package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = "Say what is in a package, and whether it is well made and signed.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley apps verify calculator.napp"})
final class VerifyCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "FILE", description = "A package.")
  private String file = "";

  VerifyCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = new RestCalls(cli);
    JsonObject found = Source.inspected(calls, Source.of(calls, file, null));
    if (cli.isJson()) {
      cli.console().json(found);
      return Exit.OK;
    }
    AppText.about(cli.console(), found);
    cli.console()
        .line(
            (found.flag("verified") ? "signed by " : "well made; not signed, from ")
                + Escaped.line(found.text("origin", "")));
    return Exit.OK;
  }
}
