package dev.parley.hub.cli.messages;

import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.MessagePage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.MessageText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inbox",
    description = "Receive what waits in an inbox, and mark it delivered.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley inbox researcher",
      "  parley inbox researcher --peek          leave it waiting",
      "  parley inbox researcher/s1 --limit 5    of one session",
      "  parley inbox --follow                   your own, and whatever comes"
    })
public final class InboxCommand extends HubCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "AGENT[/SESSION]",
      description = "Whose (default: --as, else developer).")
  private @Nullable String whose;

  @Option(names = "--peek", description = "Only look: the messages stay pending.")
  private boolean peek;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many, 1000 at most (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--follow", description = "Go on with what comes, until Ctrl-C.")
  private boolean follow;

  public InboxCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) throws InterruptedException {
    Inbox inbox = Inbox.parse(cli.agentOr(whose));
    if (follow) {
      ListenOptions options = peek ? ListenOptions.COPIES : ListenOptions.AUTO;
      return new MessageStream(cli).follow(client, inbox, options.from(ListenOptions.PENDING));
    }
    MessagePage page =
        peek ? client.mailbox(inbox).peek(limit) : client.mailbox(inbox).receive(limit);
    if (cli.isJson()) {
      cli.printAnswer(page.json());
      return Exit.OK;
    }
    if (page.messages().isEmpty()) {
      console().line("nothing waits for " + inbox);
    }
    page.messages().forEach(message -> MessageText.print(console(), message));
    if (page.more()) {
      console().note("there is more: run it again");
    }
    return Exit.OK;
  }
}
