package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.DeliveryStatus;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Receipt;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.HubCommand;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "send",
    description = "Send a message; done when it is on disk.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley send researcher 'have a look at this'",
      "  parley send researcher --command analyze --payload '{\"topic\":\"x\"}'",
      "  git diff | parley send reviewer - --type task --await read",
      "  parley send group/reviewers 'please review' --from writer",
      "  parley send ada 'the figures' --attach figures.csv --attach plot.png",
      "  parley send --path 'slack/team/#general' 'hello all'",
      "  parley send --broadcast 'the build is red'"
    })
public final class SendCommand extends HubCommand {
  @Mixin private Recipients recipients;
  @Mixin private DraftOptions options;

  @Option(names = "--broadcast", description = "To every agent; all words are then the text.")
  private boolean broadcast;

  @Option(names = "--reply-to", paramLabel = "ID", description = "The message this one answers.")
  private @Nullable String replyTo;

  @Option(
      names = "--await",
      paramLabel = "STATE",
      description =
          "Wait until every recipient has come to this state: pushed, delivered, read,"
              + " turn_started, answered, declined, failed or expired.")
  private @Nullable String awaited;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "30s",
      description = "How long --await waits (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  private Draft draft = Draft.toEveryone();

  public SendCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected void prepare() throws IOException {
    Draft addressed = broadcast ? Draft.toEveryone() : recipients.draft();
    draft =
        options
            .fill(addressed, broadcast ? recipients.words : recipients.text(), cli)
            .replyTo(replyTo);
  }

  @Override
  protected int run(ParleyClient client) throws IOException {
    Receipt receipt = client.send(options.attach(draft, cli));
    DeliveryStatus status = null;
    if (awaited != null && !receipt.unmatched()) {
      status = client.messages().await(receipt.messageId(), awaited, false, timeout);
    }
    if (cli.isJson()) {
      JsonObject document = receipt.json().without("type", "requestId");
      console()
          .json(
              status == null
                  ? document
                  : document.with("recipients", status.json().value("recipients")));
    } else {
      Receipts.print(console(), receipt);
      Receipts.printUnreached(console(), client, receipt);
      if (status != null) {
        Receipts.print(console(), status);
      }
    }
    return Receipts.exitCode(receipt);
  }
}
