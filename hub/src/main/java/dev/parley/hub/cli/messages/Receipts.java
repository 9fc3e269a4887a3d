package dev.parley.hub.cli.messages;

import dev.parley.client.message.DeliveryStatus;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import java.util.ArrayList;
import java.util.List;

/** What became of a message, for people. */
final class Receipts {
  private static final int NAMED_MAX = 10;

  private Receipts() {}

  static void print(Console console, Receipt receipt) {
    if (receipt.unmatched()) {
      console.note(
          "parley: nobody receives "
              + Escaped.line(receipt.messageId())
              + "; it is kept with the dead letters: parley dead-letters list");
      return;
    }
    List<String> names = new ArrayList<>(receipt.deliveredTo());
    receipt.deliveredToSessions().stream().map(Inbox::toString).forEach(names::add);
    int more = (int) receipt.deliveredCount() - NAMED_MAX;
    String named =
        names.size() <= NAMED_MAX
            ? String.join(", ", names)
            : String.join(", ", names.subList(0, NAMED_MAX)) + " and " + more + " more";
    console.line(
        Escaped.line(receipt.messageId())
            + (" to " + Escaped.line(named))
            + (receipt.duplicate() ? " (sent before, delivered once)" : ""));
  }

  static void print(Console console, DeliveryStatus status) {
    var table = new Table("RECIPIENT", "STATE", "ATTEMPTS");
    for (DeliveryStatus.Recipient each : status.recipients()) {
      table.row(
          each.inbox().toString(),
          each.state(),
          each.attempts() == 0 ? "" : Integer.toString(each.attempts()));
    }
    table.print(console, "no recipients");
  }

  /** A message for nobody was accepted, but a script that sent it should stumble. */
  static int exitCode(Receipt receipt) {
    return receipt.unmatched() ? Exit.FAILED : Exit.OK;
  }
}
