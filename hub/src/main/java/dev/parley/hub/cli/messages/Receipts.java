package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.DeliveryStatus;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.client.registry.AgentInfo;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.MessageText;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import dev.parley.hub.config.Likeness;
import java.util.ArrayList;
import java.util.List;

/** What became of a message, for people. */
final class Receipts {
  private static final int NAMED_MAX = 10;
  private static final int AGENTS_LOOKED_AT = 1_000;

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
    JsonObject delivery = status.json().objectOrEmpty("delivery");
    long cleared = delivery.number("cleared", 0);
    table.print(console, cleared > 0 ? "no recipient keeps a copy any more" : "no recipients");
    JsonObject escalation = status.escalation();
    if (escalation != null) {
      console.line(overdue(escalation));
    }
    for (JsonObject woken : status.json().objects("woken")) {
      String reason = woken.text("reason", "");
      console.line(
          Escaped.line(
                  "%s was woken by %s, %s%s"
                      .formatted(
                          woken.text("agentId", ""),
                          woken.text("way", ""),
                          woken.text("outcome", ""),
                          reason.isEmpty() ? "" : ": " + reason))
              + " "
              + Times.local(woken.number("at", 0)));
    }
    if (delivery.number("dead", 0) > 0) {
      console.line(MessageText.progress(delivery) + "; see parley dead-letters list");
    }
  }

  private static String overdue(JsonObject escalation) {
    String to = Escaped.line(escalation.text("to", ""));
    String rung = escalation.text("rung", "");
    return switch (escalation.text("state", "")) {
      case "told" ->
          "overdue: " + to + " was told by " + Escaped.line(escalation.text("messageId", ""));
      case "refused" ->
          "overdue: " + to + " could not be told: " + Escaped.line(escalation.text("reason", ""));
      default ->
          to
              + " is told unless it is "
              + Escaped.line(rung)
              + " by "
              + Times.local(escalation.number("dueAt", 0));
    };
  }

  /** Names that nobody has, each with the one that was probably meant. */
  static void printUnreached(Console console, ParleyClient client, Receipt receipt) {
    if (receipt.unreached().isEmpty()) {
      return;
    }
    List<String> known =
        client.agents().list(AGENTS_LOOKED_AT, null).agents().stream()
            .map(AgentInfo::agentId)
            .toList();
    for (String name : receipt.unreached()) {
      String near = Likeness.near(name, known);
      console.note(
          "parley: there is no agent '"
              + Escaped.line(name)
              + "'"
              + (near == null ? "" : "; did you mean " + near + "?"));
    }
  }

  /** A message for nobody was accepted, but a script that sent it should stumble. */
  static int exitCode(Receipt receipt) {
    if (receipt.unmatched()) {
      return Exit.FAILED;
    }
    return receipt.unreached().isEmpty() ? Exit.OK : Exit.PARTIAL;
  }
}
