package dev.parley.hub.cli.messages;

import dev.parley.client.Mailbox;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.MessagePage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.MessageText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    description = "Show what an inbox has received, whatever became of it, or what an agent sent.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley history researcher --limit 20",
      "  parley history researcher --since 2h --from writer --type task",
      "  parley history writer --outbox --since 2026-11-01 --until 2026-11-15"
    })
public final class HistoryCommand extends HubCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "AGENT[/SESSION]",
      description = "Whose (default: --as, else developer).")
  private @Nullable String whose;

  @Mixin private PageOptions page;

  @Option(names = "--from", paramLabel = "AGENT", description = "Only what this one sent.")
  private @Nullable String from;

  @Option(names = "--type", description = "Only messages of this type.")
  private @Nullable String type;

  @Option(names = "--thread", paramLabel = "ID", description = "Only this conversation.")
  private @Nullable String conversation;

  @Option(names = "--outbox", description = "What it has sent instead.")
  private boolean outbox;

  public HistoryCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) {
    HistoryQuery query = page.query();
    query = from == null ? query : query.from(from);
    query = type == null ? query : query.messageType(type);
    query = conversation == null ? query : query.conversation(conversation);
    Mailbox mailbox = client.mailbox(Inbox.parse(cli.agentOr(whose)));
    MessagePage found = outbox ? mailbox.outbox(query) : mailbox.history(query);
    if (cli.isJson()) {
      cli.printAnswer(found.json());
      return Exit.OK;
    }
    if (found.messages().isEmpty()) {
      console().line("nothing found");
    }
    found.messages().forEach(message -> MessageText.print(console(), message));
    page.hint(cli, found);
    return Exit.OK;
  }
}
