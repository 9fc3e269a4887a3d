package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Session;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * In which context an agent thinks about what came to its own inbox. What its owner says directly
 * belongs to {@code main}; tasks and conversations with others each have a context of their own, so
 * that nothing of one is in another.
 */
final class SessionNames {
  private static final int LENGTH_MAX = 100;

  private SessionNames() {}

  static SessionKey of(AgentId agent, Message message) {
    return new SessionKey(agent, new SessionId(name(agent, message)));
  }

  private static String name(AgentId agent, Message message) {
    Draft draft = message.draft();
    if (draft.type() == MessageType.TASK) {
      return fitting("task-" + thread(message));
    }
    if (draft.type() == MessageType.TASK_RESULT) {
      return fitting("task-result-" + thread(message));
    }
    boolean direct = draft.path().text().equals("agent/" + agent);
    if (direct && (message.origin() == Origin.OWNER || message.origin() == Origin.HUMAN)) {
      return Session.MAIN;
    }
    String topic = draft.topic();
    return fitting("comm-" + (topic == null ? "" : topic + "-") + thread(message));
  }

  /** Who answers stays in the conversation; who begins one is alone with its sender. */
  private static String thread(Message message) {
    String correlation = message.draft().correlationId();
    String conversation = message.draft().conversationId();
    if (conversation != null) {
      return conversation;
    }
    return correlation != null ? correlation : message.threadKey();
  }

  /** Session names allow fewer characters than topics, and are shorter. */
  private static String fitting(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._@:+-]", "-");
    if (plain.equals(name) && name.length() <= LENGTH_MAX) {
      return name;
    }
    String cut = plain.length() > LENGTH_MAX ? plain.substring(0, LENGTH_MAX) : plain;
    // What was cut off or replaced must still tell two names apart.
    return cut
        + "-"
        + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString().substring(0, 8);
  }
}
