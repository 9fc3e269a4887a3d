package dev.parley.agents.turns;

import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.context.PersonSession;
import dev.parley.agents.turns.Lanes.Lane;
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
import org.jspecify.annotations.Nullable;

/**
 * In which context an agent thinks about what came to its own inbox. What its owner says directly
 * belongs to {@code main}, what the person says whose agent it is to one of that person's own;
 * tasks, firings of schedules and conversations with others each have a context of their own, so
 * that nothing of one is in another. Names decide about order and memory and never about rights:
 * senders choose a part of most of them.
 */
public final class SessionNames {
  private static final String TASK = "task-";

  /** Tasks that an agent has given itself. */
  private static final String OWN_TASK = "subtask-";

  /** What people say by a channel to another platform, in a context of its own for each place. */
  private static final String CHANNEL = "channel-";

  /** As whom channels bring in what is said. */
  private static final String CHANNEL_AGENT = "channel:";

  private static final int LENGTH_MAX = 100;

  private SessionNames() {}

  /**
   * @param person whose agent it is; null when it is the hub owner's
   */
  static SessionKey of(AgentId agent, @Nullable AgentId person, Message message) {
    return new SessionKey(agent, new SessionId(name(agent, person, message)));
  }

  static boolean isTask(SessionKey session) {
    String name = session.session().value();
    return name.startsWith(TASK) || name.startsWith(OWN_TASK);
  }

  /** Whether whoever the agent belongs to speaks there. */
  static boolean isOwners(SessionKey session) {
    return session.session().value().equals(Session.MAIN) || PersonSession.isOne(session);
  }

  /** Where a turn of this session runs. */
  static Lane lane(SessionKey session) {
    String name = session.session().value();
    if (isOwners(session) || name.startsWith(CHANNEL)) {
      return Lane.MAIN;
    }
    if (name.startsWith(TurnOrigin.FIRING)) {
      return Lane.EVENTS;
    }
    return name.startsWith(OWN_TASK) ? Lane.SUBAGENT : Lane.COMM;
  }

  /** Where an agent thinks about a task. */
  public static SessionKey ofTask(AgentId agent, String id) {
    return new SessionKey(agent, new SessionId(fitting(TASK + id)));
  }

  private static String name(AgentId agent, @Nullable AgentId person, Message message) {
    Draft draft = message.draft();
    boolean itsOwn = draft.from().equals(agent.value());
    if (draft.type() == MessageType.TASK) {
      String id = TaskMembers.taskId(draft);
      return fitting((itsOwn ? OWN_TASK : TASK) + (id != null ? id : message.id().toString()));
    }
    if (draft.type() == MessageType.TASK_RESULT) {
      String id = TaskMembers.taskId(draft);
      return fitting("task-result-" + (id != null ? id : thread(message)));
    }
    String schedule =
        itsOwn || message.origin() == Origin.OWNER ? TaskMembers.schedule(draft) : null;
    if (schedule != null) {
      return fitting(TurnOrigin.FIRING + schedule);
    }
    boolean direct = draft.path().text().equals("agent/" + agent);
    if (direct && (message.origin() == Origin.OWNER || message.origin() == Origin.HUMAN)) {
      return Session.MAIN;
    }
    if (message.origin() == Origin.EXTERNAL && draft.from().startsWith(CHANNEL_AGENT)) {
      return fitting(CHANNEL + thread(message));
    }
    // Somebody outside whom a person's account brings in is not that person.
    if (direct
        && person != null
        && draft.from().equals(person.value())
        && message.origin() == Origin.PEER) {
      return PersonSession.of(agent, person).key().session().value();
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
