package dev.parley.agents.hooks;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks whoever hooks in at a point. What comes back has the right shape, and no more rights than
 * what was asked about: whoever acts on it checks it like what it was before. Any thread that may
 * block; nobody holds the caller up for longer than a deadline.
 */
public interface Hooks {

  /** For hubs without apps. */
  Hooks NONE =
      new Hooks() {
        @Override
        public boolean isAwaited(HookPoint point) {
          return false;
        }

        @Override
        public Answer ask(HookPoint point, ObjectNode payload) {
          return new Answer(payload, false);
        }
      };

  /**
   * What has become of a payload.
   *
   * @param handled whether it stands for what the hub would have done now
   */
  record Answer(JsonNode payload, boolean handled) {}

  /** Does anybody want to be asked? Costs nothing; only then a payload is worth making. */
  boolean isAwaited(HookPoint point);

  /**
   * Has everybody change the payload in turn, then tells those who only want to know. What nobody
   * changes, or what is changed to something of a wrong shape, comes back as it was.
   *
   * @throws InterruptedException when the turn was cancelled meanwhile
   */
  Answer ask(HookPoint point, ObjectNode payload) throws InterruptedException;

  /** The same where the payload is one text. */
  default String text(HookPoint point, String member, String text) throws InterruptedException {
    if (!isAwaited(point)) {
      return text;
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode().put(member, text);
    return ask(point, payload).payload().path(member).asString(text);
  }
}
