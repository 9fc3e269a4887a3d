package dev.parley.hub.cli.operations;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.MessagePage;
import dev.parley.client.message.Replay;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.messages.PageOptions;
import dev.parley.hub.cli.output.MessageText;
import dev.parley.hub.cli.output.Sizes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "dead-letters",
    description = "List, replay and clear messages that reached nobody.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley dead-letters list --since 1d",
      "  parley dead-letters replay 0198c0de-0000-7000-8000-000000000001",
      "  parley dead-letters replay            all of them",
      "  parley dead-letters clear --yes"
    })
public final class DeadLettersCommand extends CommandGroup {
  private final Cli cli;

  public DeadLettersCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("replay", new Again(cli));
    commands.put("clear", new Clear(cli));
    return commands;
  }

  @Command(name = "list", description = "Show them, each with the reason.")
  static final class ListAll extends HubCommand {
    @Mixin private PageOptions page;

    ListAll(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      MessagePage found = client.deadLetters().list(page.query());
      if (cli.isJson()) {
        cli.printAnswer(found.json());
        return Exit.OK;
      }
      if (found.messages().isEmpty()) {
        console().line("no dead letters");
      }
      found.messages().forEach(message -> MessageText.print(console(), message));
      page.hint(cli, found);
      return Exit.OK;
    }
  }

  @Command(
      name = "replay",
      description = "Route them again: those named, or all. What is delivered leaves the list.")
  static final class Again extends HubCommand {
    @Parameters(arity = "0..*", paramLabel = "ID")
    private List<String> ids = List.of();

    Again(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      Replay replay = client.deadLetters().replay(ids);
      if (cli.isJson()) {
        cli.printAnswer(replay.json());
      } else {
        console()
            .line(
                Sizes.count(replay.replayed())
                    + " routed again: "
                    + Sizes.count(replay.delivered())
                    + " delivered, "
                    + Sizes.count(replay.unmatched())
                    + " still for nobody");
      }
      return Exit.OK;
    }
  }

  @Command(name = "clear", description = "Throw all of them away.")
  static final class Clear extends HubCommand {
    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Clear(Cli cli) {
      super(cli);
    }

    @Override
    protected void prepare() {
      cli.confirm(yes, "Throw all dead letters away?");
    }

    @Override
    protected int run(ParleyClient client) {
      long count = client.deadLetters().clear();
      if (cli.isJson()) {
        console().json(new JsonWriter().put("cleared", true).put("count", count).toObject());
      } else {
        console().line(Sizes.count(count) + " thrown away");
      }
      return Exit.OK;
    }
  }
}
