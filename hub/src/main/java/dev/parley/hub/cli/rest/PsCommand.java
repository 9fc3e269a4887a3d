package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "ps",
    description = "List the programs the hub has started, and the commands it may start.",
    usageHelpAutoWidth = true)
public final class PsCommand implements Callable<Integer> {
  private final Cli cli;

  public PsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonObject answer = new RestCalls(cli).get("/api/programs");
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    Table programs = new Table("AGENT", "COMMAND", "PROCESS", "SINCE", "STATE");
    for (JsonObject program : answer.objects("programs")) {
      String state = program.text("state", "");
      programs.row(
          program.text("agentId", ""),
          program.text("command", ""),
          Long.toString(program.number("pid", 0)),
          Times.local(program.number("since", 0)),
          state.equals("exited") ? "exited with " + program.number("exitCode", 0) : state);
    }
    programs.print(cli.console(), "nothing was started");
    cli.console().line("");
    Table commands = new Table("COMMAND", "");
    for (JsonObject command : answer.objects("commands")) {
      commands.row(command.text("name", ""), command.text("description", ""));
    }
    commands.print(
        cli.console(), "no command may be started: see agents.commands in docs/guide.md");
    return Exit.OK;
  }
}
