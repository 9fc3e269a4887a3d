package dev.parley.agents.turns;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import dev.parley.core.message.Message;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Tells hooks what was said in a session, once that is kept. On the turn's thread, after its
 * commit: no message waits for it.
 */
final class AppendHook {
  private final Hooks hooks;

  AppendHook(Hooks hooks) {
    this.hooks = hooks;
  }

  void tell(TurnMaker.Claimed turn, Outcome outcome) throws InterruptedException {
    if (!hooks.isAwaited(HookPoint.SESSION_MESSAGE_APPEND)) {
      return;
    }
    for (Message message : turn.messages()) {
      String content = message.draft().content();
      tell(turn, "user", content == null ? "" : content);
    }
    if (outcome instanceof Outcome.Answered(String text) && !text.isBlank()) {
      tell(turn, "assistant", text);
    }
  }

  private void tell(TurnMaker.Claimed turn, String role, String content)
      throws InterruptedException {
    Hooks.Answer _ =
        hooks.ask(
            HookPoint.SESSION_MESSAGE_APPEND,
            JsonNodeFactory.instance
                .objectNode()
                .put("session_id", turn.session().text())
                .put("role", role)
                .put("content", content));
  }
}
