package dev.parley.hub.cli.registry;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.registry.GroupInfo;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "groups",
    description = "List, make, show and remove groups; group/NAME reaches all members.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley groups put reviewers ada ben",
      "  parley send group/reviewers 'please have a look'"
    })
public final class GroupsCommand extends CommandGroup {
  private final Cli cli;

  public GroupsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("put", new Put(cli));
    commands.put("show", new Show(cli));
    commands.put("remove", new Remove(cli));
    return commands;
  }

  private static void print(Cli cli, GroupInfo group) {
    if (cli.isJson()) {
      cli.console().json(group.json());
      return;
    }
    var table = new Table("GROUP", group.name());
    group.members().forEach(member -> table.row("member", member));
    table.print(cli.console(), Escaped.line(group.name()) + " has no members");
  }

  @Command(name = "list", description = "List the groups.")
  static final class ListAll extends HubCommand {
    ListAll(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      List<GroupInfo> groups = client.groups().list();
      if (cli.isJson()) {
        console()
            .json(
                new JsonWriter()
                    .put("groups", groups.stream().map(GroupInfo::json).toList())
                    .toObject());
        return Exit.OK;
      }
      var table = new Table("GROUP", "SINCE", "MEMBERS");
      for (GroupInfo group : groups) {
        table.row(group.name(), Times.local(group.createdAt()), String.join(", ", group.members()));
      }
      table.print(console(), "no groups yet; make one with: parley groups put NAME AGENT...");
      return Exit.OK;
    }
  }

  @Command(name = "put", description = "Make a group, or give it these members instead.")
  static final class Put extends HubCommand {
    @Parameters(index = "0", paramLabel = "NAME")
    private String name;

    @Parameters(index = "1..*", paramLabel = "AGENT")
    private List<String> members = List.of();

    Put(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      print(cli, client.groups().put(name, members));
      return Exit.OK;
    }
  }

  @Command(name = "show", description = "Show a group's members.")
  static final class Show extends HubCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    Show(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      print(cli, client.groups().get(name));
      return Exit.OK;
    }
  }

  @Command(name = "remove", description = "Remove a group; its members stay.")
  static final class Remove extends HubCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Remove(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      cli.confirm(yes, "Remove group " + name + "?");
    }

    @Override
    protected int run(ParleyClient client) {
      JsonObject answer = client.groups().delete(name);
      if (cli.isJson()) {
        cli.printAnswer(answer);
      } else {
        console().line("removed " + Escaped.line(name));
      }
      return Exit.OK;
    }
  }
}
