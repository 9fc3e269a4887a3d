package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Receipt;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.HubCommand;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "reply",
    description = "Answer a message: goes to its sender, in the same conversation.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley reply 0198c0de-0000-7000-8000-000000000001 'yes, do that'",
      "  parley reply 0198c0de-0000-7000-8000-000000000001 --payload '{\"vote\":\"blue\"}'"
    })
public final class ReplyCommand extends HubCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The message to answer.")
  private String messageId;

  @Parameters(
      index = "1..*",
      paramLabel = "TEXT",
      description = "The answer; a single - reads it from stdin.")
  private List<String> words = List.of();

  @Mixin private DraftOptions options;

  private Draft draft = Draft.toEveryone();

  public ReplyCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected void prepare() throws IOException {
    draft = options.fill(Draft.inReplyTo(messageId), words, cli);
  }

  @Override
  protected int run(ParleyClient client) throws IOException {
    Receipt receipt = client.send(options.attach(draft, cli));
    if (cli.isJson()) {
      cli.printAnswer(receipt.json());
    } else {
      Receipts.print(console(), receipt);
    }
    return Receipts.exitCode(receipt);
  }
}
