package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The copies that go into inboxes: sessions first, then their agents, who are told of them. */
public final class Deliveries {
  private Deliveries() {}

  public static List<Placement> to(Targets targets) {
    List<Placement> inboxes =
        new ArrayList<>(targets.sessions().size() + targets.agents().size() + 3);
    for (SessionKey session : targets.sessions()) {
      inboxes.add(new Placement(BoxId.inbox(session), State.ACCEPTED, null));
    }
    for (AgentId agent : targets.agents()) {
      inboxes.add(
          new Placement(BoxId.inbox(agent), State.ACCEPTED, handledBy(agent, targets.sessions())));
    }
    return inboxes;
  }

  /** Which of the agent's own sessions got it too. */
  private static @Nullable String handledBy(AgentId agent, List<SessionKey> sessions) {
    if (sessions.isEmpty()) {
      return null;
    }
    List<SessionKey> own = sessions.stream().filter(key -> key.agent().equals(agent)).toList();
    return own.isEmpty() ? null : handled(own);
  }

  /** What an agent's copy says when these sessions have the message too. */
  public static String handled(List<SessionKey> sessions) {
    JsonBuffer out = new JsonBuffer(128).ascii("\"handled\":true,\"handledBy\":[");
    String before = "";
    for (SessionKey session : sessions) {
      out.ascii(before).ascii("{\"agentId\":").string(session.agent().value());
      out.ascii(",\"sessionId\":").string(session.session().value()).ascii("}");
      before = ",";
    }
    return out.ascii("]").toString();
  }
}
