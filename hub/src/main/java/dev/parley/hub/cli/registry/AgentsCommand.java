package dev.parley.hub.cli.registry;

import dev.parley.client.Agents;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.registry.AgentInfo;
import dev.parley.client.registry.AgentPage;
import dev.parley.client.registry.NewAgent;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.definitions.ApplyCommand;
import dev.parley.hub.cli.definitions.NewCommand;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import dev.parley.hub.cli.rest.AttachCommand;
import dev.parley.hub.cli.rest.CardCommand;
import dev.parley.hub.cli.rest.InstructionsCommand;
import dev.parley.hub.cli.rest.ProgramLogsCommand;
import dev.parley.hub.cli.rest.PsCommand;
import dev.parley.hub.cli.rest.RunCommand;
import dev.parley.hub.cli.rest.SpawnCommand;
import dev.parley.hub.cli.rest.StopCommand;
import dev.parley.hub.cli.rest.TurnsCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "agents",
    description =
        "List, add, show, update and remove agents; renew their tokens; publish their cards; run"
            + " their programs.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents add researcher --name Researcher --description 'reads papers'",
      "  parley agents list",
      "  parley agents token researcher > researcher.token",
      "  parley agents new planner --template planner && parley agents apply -f planner.yaml",
      "  parley agents spawn reviewer --command claude --prompt 'Review the last commit.'"
    })
public final class AgentsCommand extends CommandGroup {
  private static final int PAGE = 500;

  private final Cli cli;

  public AgentsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("add", new Add(cli));
    commands.put("show", new Show(cli));
    commands.put("update", new Update(cli));
    commands.put("remove", new Remove(cli));
    commands.put("token", new Token(cli));
    commands.put("card", new CardCommand(cli));
    commands.put("spawn", new SpawnCommand(cli));
    commands.put("stop", new StopCommand(cli));
    commands.put("ps", new PsCommand(cli));
    commands.put("logs", new ProgramLogsCommand(cli));
    commands.put("attach", new AttachCommand(cli));
    commands.put("run", new RunCommand(cli));
    commands.put("turns", new TurnsCommand(cli));
    commands.put("apply", new ApplyCommand(cli));
    commands.put("new", new NewCommand(cli));
    commands.put("instructions", new InstructionsCommand(cli));
    return commands;
  }

  private static void print(Cli cli, AgentInfo agent) {
    if (cli.isJson()) {
      cli.console().json(agent.json());
      return;
    }
    Console console = cli.console();
    var table = new Table("AGENT", agent.agentId());
    table.row("name", agent.name());
    if (agent.description() != null) {
      table.row("description", agent.description());
    }
    JsonObject metadata = agent.metadata();
    if (metadata != null) {
      table.row("metadata", metadata.raw());
    }
    table.row("status", agent.status());
    if (agent.isWhole()) {
      table.row("since", Times.local(agent.createdAt()));
    }
    table.row("online", agent.online() ? "yes" : "no");
    agent.subscriptions().forEach(each -> table.row("subscribed to", each.pattern()));
    table.print(console, "");
  }

  @Command(name = "list", description = "List the agents.")
  static final class ListAll extends HubCommand {
    ListAll(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      List<AgentInfo> agents = new ArrayList<>();
      AgentPage page = client.agents().list(PAGE, null);
      agents.addAll(page.agents());
      while (page.more() && !page.agents().isEmpty()) {
        page = client.agents().list(PAGE, page.agents().getLast().agentId());
        agents.addAll(page.agents());
      }
      if (cli.isJson()) {
        console()
            .json(
                new JsonWriter()
                    .put("agents", agents.stream().map(AgentInfo::json).toList())
                    .toObject());
        return Exit.OK;
      }
      var table = new Table("AGENT", "NAME", "ONLINE", "SUBSCRIPTIONS", "SINCE");
      for (AgentInfo agent : agents) {
        table.row(
            agent.agentId(),
            agent.name(),
            agent.online() ? "yes" : "no",
            agent.isWhole() ? Integer.toString(agent.subscriptions().size()) : "-",
            Times.local(agent.createdAt()));
      }
      table.print(console(), "no agents yet; add one with: parley agents add NAME");
      return Exit.OK;
    }
  }

  @Command(name = "add", description = "Register an agent; its token is shown this once.")
  static final class Add extends HubCommand {
    @Parameters(paramLabel = "AGENT", description = "Its id: letters, digits and ._@:+-")
    private String id;

    @Mixin private AgentDetails details;

    private Agents.Details said = Agents.Details.NONE;

    Add(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      said = details.details();
    }

    @Override
    protected int run(ParleyClient client) {
      NewAgent added = client.agents().create(id, said);
      if (cli.isJson()) {
        cli.printAnswer(added.json());
      } else {
        console().line(Escaped.line(added.token()));
        console().note("this is the token of " + Escaped.line(id) + "; it is not shown again");
      }
      return Exit.OK;
    }
  }

  @Command(name = "show", description = "Show an agent.")
  static final class Show extends HubCommand {
    @Parameters(paramLabel = "AGENT")
    private String id;

    Show(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      AgentInfo agent = client.agents().get(id);
      JsonObject profile = ProfileLines.of(cli, id);
      if (cli.isJson()) {
        JsonObject whole = agent.json();
        for (String name : profile.names()) {
          whole = whole.has(name) ? whole : whole.with(name, profile.value(name));
        }
        console().json(whole);
        return Exit.OK;
      }
      print(cli, agent);
      ProfileLines.print(cli.console(), profile);
      return Exit.OK;
    }
  }

  @Command(name = "update", description = "Change an agent's name, description or metadata.")
  static final class Update extends HubCommand {
    @Parameters(paramLabel = "AGENT")
    private String id;

    @Mixin private AgentDetails details;

    private Agents.Details said = Agents.Details.NONE;

    Update(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      said = details.details();
    }

    @Override
    protected int run(ParleyClient client) {
      print(cli, client.agents().update(id, said));
      return Exit.OK;
    }
  }

  @Command(
      name = "remove",
      description = "Remove an agent with its inbox, sessions, subscriptions and token.")
  static final class Remove extends HubCommand {
    @Parameters(paramLabel = "AGENT")
    private String id;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Remove(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      cli.confirm(yes, "Remove agent " + id + " and everything it has received?");
    }

    @Override
    protected int run(ParleyClient client) {
      JsonObject answer = client.agents().delete(id);
      if (cli.isJson()) {
        cli.printAnswer(answer);
      } else {
        console().line("removed " + Escaped.line(id));
      }
      return Exit.OK;
    }
  }

  @Command(
      name = "token",
      description = "Give an agent a new token; the old one stops working at once.")
  static final class Token extends HubCommand {
    @Parameters(paramLabel = "AGENT")
    private String id;

    @Option(names = "--revoke", description = "Withdraw the token and make no other.")
    private boolean revoke;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Token(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      cli.confirm(yes, "Cut off whoever uses the present token of " + id + "?");
    }

    @Override
    protected int run(ParleyClient client) {
      if (revoke) {
        JsonObject answer = client.agents().revoke(id);
        if (cli.isJson()) {
          cli.printAnswer(answer);
        } else {
          console().line("withdrew the token of " + Escaped.line(id));
        }
        return Exit.OK;
      }
      String token = client.agents().token(id);
      if (cli.isJson()) {
        console().json(new JsonWriter().put("agentId", id).put("token", token).toObject());
      } else {
        console().line(Escaped.line(token));
      }
      return Exit.OK;
    }
  }
}
