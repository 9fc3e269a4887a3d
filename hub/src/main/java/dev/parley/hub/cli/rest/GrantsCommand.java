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
    name = "grants",
    description = "Show what may act for you: your logins, and the programs you have let in.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {"  parley grants list", "  parley grants end 3f2a…   its tokens are void at once"})
public final class GrantsCommand extends CommandGroup {
  private static final String SESSIONS = "/api/v1/owners/me/sessions";

  private final Cli cli;

  public GrantsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("end", new End(cli));
    return commands;
  }

  @Command(name = "list", description = "List your logins and the programs you have let in.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(SESSIONS);
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("PROGRAM", "ACTS AS", "MAY", "SINCE", "ID");
      for (JsonObject session : answer.objects("sessions")) {
        table.row(
            session.text("clientName", "(you, with your password)"),
            session.text("agentId", ""),
            session.text("scope", ""),
            Times.local(session.number("openedAt", 0)),
            session.text("id", ""));
      }
      table.print(cli.console(), "nothing is open");
      return Exit.OK;
    }
  }

  @Command(name = "end", description = "End one of them; it has to log in again.")
  static final class End implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID", description = "Which: see parley grants list.")
    private String id;

    End(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      new RestCalls(cli)
          .send(
              "DELETE",
              SESSIONS + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8),
              new byte[0]);
      if (cli.isJson()) {
        cli.console().json(JsonObject.EMPTY.with("id", id).with("ended", true));
      } else {
        cli.console().line(Escaped.line("ended " + id));
      }
      return Exit.OK;
    }
  }
}
