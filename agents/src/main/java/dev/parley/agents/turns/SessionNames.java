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
public final class SessionNames {
  static final String TASK = "task-";

  /** What people say by a channel to another platform, in a context of its own for each place. */
  static final String CHANNEL = "channel-";

  /** As whom channels bring in what is said. */
  private static final String CHANNEL_AGENT = "channel:";

  private static final int LENGTH_MAX = 100;

  private SessionNames() {}

  static SessionKey of(AgentId agent, Message message) {
    return new SessionKey(agent, new SessionId(name(agent, message)));
  }

  /** Where an agent thinks about a task. */
  public static SessionKey ofTask(AgentId agent, String id) {
    return new SessionKey(agent, new SessionId(fitting(TASK + id)));
  }

  private static String name(AgentId agent, Message message) {
    Draft draft = message.draft();
    if (draft.type() == MessageType.TASK) {
      String id = TaskMembers.taskId(draft);
      return fitting(TASK + (id != null ? id : message.id().toString()));
    }
    if (draft.type() == MessageType.TASK_RESULT) {
      String id = TaskMembers.taskId(draft);
      return fitting("task-result-" + (id != null ? id : thread(message)));
    }
    boolean direct = draft.path().text().equals("agent/" + agent);
    if (direct && (message.origin() == Origin.OWNER || message.origin() == Origin.HUMAN)) {
      return Session.MAIN;
    }
    if (message.origin() == Origin.EXTERNAL && draft.from().startsWith(CHANNEL_AGENT)) {
      return fitting(CHANNEL + thread(message));
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
