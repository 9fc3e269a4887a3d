package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "stop",
    description = "Stop an agent's program; the agent and its inbox stay.",
    usageHelpAutoWidth = true)
public final class StopCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String id = "";

  public StopCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String path = "/api/programs/" + URLEncoder.encode(id, UTF_8);
    JsonObject answer = new RestCalls(cli).send("DELETE", path, new byte[0]);
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    String what =
        switch (answer.text("ending", "")) {
          case "had_exited" -> " had exited already";
          case "killed" -> " had to be killed";
          default -> " is stopped";
        };
    long code = answer.objectOrEmpty("program").number("exitCode", 0);
    cli.console().line(Escaped.line(id) + what + ", code " + code);
    return Exit.OK;
  }
}
