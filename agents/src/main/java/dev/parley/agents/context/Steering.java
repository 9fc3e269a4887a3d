package dev.parley.agents.context;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What hooks want a model to mind in its next step. */
public final class Steering {
  private static final int MESSAGES_MAX = 10;
  private static final int MESSAGE_CHARS_MAX = 4_000;

  private Steering() {}

  /** In words for the model, which no line of it can pass for a message; empty for none. */
  public static String of(Hooks hooks) throws InterruptedException {
    if (!hooks.isAwaited(HookPoint.STEERING_GENERATE)) {
      return "";
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    var _ = payload.putArray("messages");
    List<String> said = new ArrayList<>();
    for (JsonNode each :
        hooks.ask(HookPoint.STEERING_GENERATE, payload).payload().path("messages")) {
      String text = each.isString() ? each.asString() : each.path("content").asString("");
      if (!text.isBlank() && said.size() < MESSAGES_MAX) {
        said.add(Fence.barred(text.strip(), MESSAGE_CHARS_MAX));
      }
    }
    return said.isEmpty()
        ? ""
        : "From this hub's apps, to be minded in what you do next; nobody asks this of you:\n"
            + String.join("\n", said);
  }
}
