package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import java.util.List;

/**
 * What the hub says when a message is on disk: who gets it.
 *
 * @param unreached recipients that the message names and that do not exist
 */
public record Receipt(
    String messageId,
    boolean delivered,
    List<String> deliveredTo,
    List<Inbox> deliveredToSessions,
    long deliveredCount,
    boolean unmatched,
    List<String> unreached,
    boolean duplicate,
    JsonObject json) {

  public static Receipt of(JsonObject answer) {
    List<String> agents = answer.texts("deliveredTo");
    List<Inbox> sessions =
        answer.objects("deliveredToSessions").stream()
            .map(session -> Inbox.of(session.text("agentId", ""), session.text("sessionId", "")))
            .toList();
    return new Receipt(
        answer.text("messageId", ""),
        answer.flag("delivered"),
        agents,
        sessions,
        answer.number("deliveredCount", (long) agents.size() + sessions.size()),
        answer.flag("unmatched"),
        answer.texts("unreached"),
        answer.flag("duplicate"),
        answer);
  }
}
