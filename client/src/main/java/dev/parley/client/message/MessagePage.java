package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import java.util.List;

/**
 * Some messages of a longer row. {@code before} and {@code after} are the cursors to page on with;
 * -1 when there are none.
 */
public record MessagePage(
    List<ReceivedMessage> messages, long before, long after, boolean more, JsonObject json) {

  public static MessagePage of(JsonObject answer) {
    return new MessagePage(
        ReceivedMessage.listOf(answer),
        answer.number("before", -1),
        answer.number("after", -1),
        answer.flag("more"),
        answer);
  }
}
