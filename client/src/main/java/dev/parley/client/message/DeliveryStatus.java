package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far each copy of a message has come. */
public record DeliveryStatus(String messageId, List<Recipient> recipients, JsonObject json) {

  public record Recipient(Inbox inbox, String state, int attempts) {}

  /**
   * Who is told that it is overdue: the {@code escalation} of the protocol, null when nobody is.
   */
  public @Nullable JsonObject escalation() {
    return json.object("escalation");
  }

  public static DeliveryStatus of(JsonObject answer) {
    List<Recipient> recipients =
        answer.objects("recipients").stream()
            .map(
                each ->
                    new Recipient(
                        new Inbox(each.text("agentId", ""), each.text("sessionId")),
                        each.text("state", ""),
                        (int) each.number("attempts", 0)))
            .toList();
    return new DeliveryStatus(answer.text("messageId", ""), recipients, answer);
  }
}
