package dev.parley.hub.cli.registry;

import dev.parley.client.Mailbox;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Inbox;
import dev.parley.client.registry.SubscriptionInfo;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "subs",
    description = "List, add and remove the subscriptions of agents and sessions.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nIn a pattern * is one segment and ** any number of them.%n%nExamples:%n",
    footer = {
      "  parley subs add researcher 'slack/team/#general' 'papers/**'",
      "  parley subs list researcher",
      "  parley subs remove researcher/s1 'papers/*/new'"
    })
public final class SubsCommand extends CommandGroup {
  private final Cli cli;

  public SubsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("add", new Add(cli));
    commands.put("remove", new Remove(cli));
    return commands;
  }

  private static void print(Cli cli, Inbox inbox, List<SubscriptionInfo> subscriptions) {
    if (cli.isJson()) {
      List<Map<String, Object>> list =
          subscriptions.stream()
              .map(
                  each ->
                      Map.<String, Object>of("pattern", each.pattern(), "addedAt", each.addedAt()))
              .toList();
      cli.console()
          .json(
              new JsonWriter()
                  .put("agentId", inbox.agentId())
                  .put("sessionId", inbox.sessionId())
                  .put("subscriptions", list)
                  .toObject());
      return;
    }
    var table = new Table("PATTERN", "SINCE");
    subscriptions.forEach(each -> table.row(each.pattern(), Times.local(each.addedAt())));
    table.print(cli.console(), inbox + " has no subscriptions besides its own address");
  }

  @Command(name = "list", description = "List the patterns an inbox is subscribed to.")
  static final class ListAll extends HubCommand {
    @Parameters(
        arity = "0..1",
        paramLabel = "AGENT[/SESSION]",
        description = "Whose (default: --as, else developer).")
    private @Nullable String whose;

    ListAll(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      Inbox inbox = Inbox.parse(cli.agentOr(whose));
      print(cli, inbox, client.mailbox(inbox).subscriptions());
      return Exit.OK;
    }
  }

  @Command(name = "add", description = "Subscribe an inbox to patterns.")
  static final class Add extends HubCommand {
    @Parameters(index = "0", paramLabel = "AGENT[/SESSION]")
    private String whose;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATTERN")
    private List<String> patterns;

    Add(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      Inbox inbox = Inbox.parse(whose);
      Mailbox mailbox = client.mailbox(inbox);
      patterns.forEach(mailbox::subscribe);
      print(cli, inbox, mailbox.subscriptions());
      return Exit.OK;
    }
  }

  @Command(name = "remove", description = "End subscriptions of an inbox.")
  static final class Remove extends HubCommand {
    @Parameters(index = "0", paramLabel = "AGENT[/SESSION]")
    private String whose;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATTERN")
    private List<String> patterns;

    Remove(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      Inbox inbox = Inbox.parse(whose);
      Mailbox mailbox = client.mailbox(inbox);
      patterns.forEach(mailbox::unsubscribe);
      print(cli, inbox, mailbox.subscriptions());
      return Exit.OK;
    }
  }
}
