package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import java.util.List;

/** A pattern an inbox is subscribed to. */
public record SubscriptionInfo(String pattern, long addedAt) {

  /**
   * The {@code subscriptions} of an answer: objects with their time, or, where only the patterns
   * matter, plain texts.
   */
  public static List<SubscriptionInfo> listOf(JsonObject answer) {
    List<JsonObject> objects = answer.objects("subscriptions");
    return objects.isEmpty()
        ? answer.texts("subscriptions").stream()
            .map(pattern -> new SubscriptionInfo(pattern, 0))
            .toList()
        : objects.stream()
            .map(each -> new SubscriptionInfo(each.text("pattern", ""), each.number("addedAt", 0)))
            .toList();
  }
}
