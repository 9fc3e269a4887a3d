package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
import dev.parley.client.message.DeliveryStatus;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Show how far each copy of a message has come.",
    usageHelpAutoWidth = true,
    footerHeading =
        "%nThe ladder: accepted, pushed, delivered, read; or expired, failed.%n%nExample:%n",
    footer = "  parley status 0198c0de-0000-7000-8000-000000000001")
public final class StatusCommand extends HubCommand {
  @Parameters(paramLabel = "ID", description = "The message.")
  private String id;

  public StatusCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) {
    DeliveryStatus status = client.messages().status(id);
    if (cli.isJson()) {
      cli.printAnswer(status.json());
    } else {
      Receipts.print(console(), status);
    }
    return Exit.OK;
  }
}
