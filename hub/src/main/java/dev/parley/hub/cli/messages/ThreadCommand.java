package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
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
    name = "thread",
    description = "Show the conversation a message belongs to, oldest first.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley thread 0198c0de-0000-7000-8000-000000000001",
      "  parley thread --conversation release-7"
    })
public final class ThreadCommand extends HubCommand {
  @Parameters(paramLabel = "ID", description = "A message of it.")
  private String id;

  @Option(names = "--conversation", description = "ID is the conversation's own.")
  private boolean conversation;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--after", paramLabel = "CURSOR", description = "Page on from here.")
  private @Nullable Long after;

  public ThreadCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) {
    MessagePage page =
        conversation
            ? client.messages().conversation(id, limit, after)
            : client.messages().thread(id, limit, after);
    if (cli.isJson()) {
      cli.printAnswer(page.json());
      return Exit.OK;
    }
    page.messages().forEach(message -> MessageText.print(console(), message));
    if (page.more()) {
      console().note("there are more: --after " + page.after());
    }
    return Exit.OK;
  }
}
