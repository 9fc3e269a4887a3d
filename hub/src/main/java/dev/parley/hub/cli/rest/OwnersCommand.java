package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "owners",
    description = "Invite people who have agents of their own on this hub; list and remove them.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley owners invite                  prints a code for: parley register",
      "  parley owners list",
      "  parley owners remove ann@example.org"
    })
public final class OwnersCommand extends CommandGroup {
  private static final String OWNERS = "/api/v1/owners";

  private final Cli cli;

  public OwnersCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("invite", new Invite(cli));
    commands.put("remove", new Remove(cli));
    return commands;
  }

  @Command(name = "list", description = "List the accounts of the hub.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(OWNERS);
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("EMAIL", "AGENT", "NAME", "SINCE", "ID");
      for (JsonObject owner : answer.objects("owners")) {
        table.row(
            owner.text("email", ""),
            owner.text("agentId", ""),
            owner.text("displayName", ""),
            Times.local(owner.number("createdAt", 0)),
            owner.text("id", ""));
      }
      table.print(cli.console(), "no accounts yet; invite somebody with: parley owners invite");
      return Exit.OK;
    }
  }

  @Command(
      name = "invite",
      description = "Print a code with which one person makes an account, within a week.")
  static final class Invite implements Callable<Integer> {
    private final Cli cli;

    Invite(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      RestCalls rest = new RestCalls(cli);
      JsonObject answer = rest.post(OWNERS + "/invitations");
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      String code = Escaped.line(answer.text("code", ""));
      cli.console().line(code);
      cli.console()
          .note(
              "good once, for a week: parley register EMAIL --invitation CODE --url "
                  + rest.base());
      return Exit.OK;
    }
  }

  @Command(
      name = "remove",
      description = "Remove an account with its sessions, its agents and their inboxes.")
  static final class Remove implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID|EMAIL", description = "Whose: see parley owners list.")
    private String whose;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Remove(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      RestCalls rest = new RestCalls(cli);
      JsonObject found =
          rest.get(OWNERS).objects("owners").stream()
              .filter(this::isMeant)
              .findFirst()
              .orElseThrow(
                  () ->
                      CliError.failed(
                          "there is no account '" + whose + "'; see: parley owners list"));
      String email = found.text("email", "");
      String agent = found.text("agentId", "");
      cli.confirm(
          yes,
          Escaped.line(
              "Remove the account of "
                  + email
                  + ", its sessions, its agent "
                  + agent
                  + " and every agent it has made, with everything they have received?"));
      rest.send("DELETE", OWNERS + "/" + found.text("id", ""), new byte[0]);
      if (cli.isJson()) {
        cli.console().json(found.with("removed", true));
      } else {
        cli.console().line(Escaped.line("removed " + email + " with its agents"));
      }
      return Exit.OK;
    }

    private boolean isMeant(JsonObject owner) {
      return whose.equalsIgnoreCase(owner.text("email")) || whose.equals(owner.text("id"));
    }
  }
}
