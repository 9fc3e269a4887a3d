package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "governor",
    description = "Show agents that were stopped, and let them go on.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley governor list",
      "  parley governor allow 4f1c…   it goes on for as long as before"
    })
public final class GovernorCommand extends CommandGroup {
  private static final String PATH = "/api/governor";

  private final Cli cli;

  public GovernorCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("allow", new Allow(cli));
    return commands;
  }

  /** Alone it lists. */
  @Override
  public Integer call() throws IOException {
    return new ListAll(cli).call();
  }

  @Command(name = "list", description = "List what was stopped, the newest first.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(PATH);
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("ID", "KIND", "STATE", "AT", "WHY");
      for (JsonObject stop : answer.objects("stops")) {
        table.row(
            stop.text("id", ""),
            stop.text("kind", ""),
            stop.text("state", ""),
            Times.local(stop.number("at", 0)),
            stop.text("why", ""));
      }
      table.print(
          cli.console(),
          answer.flag("enabled") ? "nothing was stopped" : "governor.enabled is false");
      return Exit.OK;
    }
  }

  @Command(name = "allow", description = "Let something go on that was stopped.")
  static final class Allow implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID", description = "Which: see parley governor list.")
    private String id;

    Allow(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject stop =
          new RestCalls(cli)
              .post(PATH + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/allow");
      if (cli.isJson()) {
        cli.console().json(stop);
      } else {
        cli.console().line(Escaped.line("it goes on: " + stop.text("why", id)));
      }
      return Exit.OK;
    }
  }
}
