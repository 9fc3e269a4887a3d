package dev.parley.hub.cli.registry;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Inbox;
import dev.parley.client.registry.SessionInfo;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sessions",
    description = "List, add, show and remove the sessions of agents, and talk in them.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley sessions add researcher/s1 --title 'the release'",
      "  parley sessions list researcher",
      "  parley sessions start researcher 'Plan the release' --session plan",
      "  parley sessions continue researcher/plan 'And who tests it?'"
    })
public final class SessionsCommand extends CommandGroup {
  private final Cli cli;

  public SessionsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("add", new Add(cli));
    commands.put("show", new Show(cli));
    commands.put("remove", new Remove(cli));
    commands.put("start", new TalkCommands.Start(cli));
    commands.put("continue", new TalkCommands.Continue(cli));
    commands.put("abort", new TalkCommands.Abort(cli));
    return commands;
  }

  static Inbox session(String text) {
    Inbox session = Inbox.parse(text);
    if (session.sessionId() == null) {
      throw CliError.usage("'" + text + "' names no session; it looks like AGENT/SESSION");
    }
    return session;
  }

  private static void print(Cli cli, SessionInfo session) {
    if (cli.isJson()) {
      cli.console().json(session.json());
      return;
    }
    var table = new Table("SESSION", session.inbox().toString());
    table.row("title", session.title());
    table.row("default", session.isDefault() ? "yes" : "no");
    table.row("since", Times.local(session.createdAt()));
    table.row("last used", Times.local(session.lastUsedAt()));
    session.subscriptions().forEach(each -> table.row("subscribed to", each.pattern()));
    table.print(cli.console(), "");
  }

  @Command(name = "list", description = "List an agent's sessions.")
  static final class ListAll extends HubCommand {
    @Parameters(
        arity = "0..1",
        paramLabel = "AGENT",
        description = "Whose (default: --as, else developer).")
    private @Nullable String agent;

    ListAll(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      String whose = cli.agentOr(agent);
      List<SessionInfo> sessions = client.sessions().list(whose);
      if (cli.isJson()) {
        console()
            .json(
                new JsonWriter()
                    .put("agentId", whose)
                    .put("sessions", sessions.stream().map(SessionInfo::json).toList())
                    .toObject());
        return Exit.OK;
      }
      var table = new Table("SESSION", "TITLE", "DEFAULT", "LAST USED");
      for (SessionInfo session : sessions) {
        table.row(
            session.inbox().toString(),
            session.title(),
            session.isDefault() ? "yes" : "",
            Times.local(session.lastUsedAt()));
      }
      table.print(console(), "no sessions");
      return Exit.OK;
    }
  }

  @Command(name = "add", description = "Add a session.")
  static final class Add extends HubCommand {
    @Parameters(paramLabel = "AGENT/SESSION")
    private String name;

    @Option(names = "--title", description = "What it is about.")
    private @Nullable String title;

    Add(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      print(cli, client.sessions().create(session(name), title));
      return Exit.OK;
    }
  }

  @Command(name = "show", description = "Show a session.")
  static final class Show extends HubCommand {
    @Parameters(paramLabel = "AGENT/SESSION")
    private String name;

    Show(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      print(cli, client.sessions().get(session(name)));
      return Exit.OK;
    }
  }

  @Command(name = "remove", description = "Remove a session with what it has received.")
  static final class Remove extends HubCommand {
    @Parameters(paramLabel = "AGENT/SESSION")
    private String name;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Remove(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      cli.confirm(yes, "Remove session " + session(name) + " and everything it has received?");
    }

    @Override
    protected int run(ParleyClient client) {
      JsonObject answer = client.sessions().delete(session(name));
      if (cli.isJson()) {
        cli.printAnswer(answer);
      } else {
        console().line("removed " + session(name));
      }
      return Exit.OK;
    }
  }
}
