package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who gets a message. Every session's agent is among the agents.
 *
 * @param missing agents and groups that a list of recipients names and that do not exist
 */
public record Targets(List<AgentId> agents, List<SessionKey> sessions, List<Path> missing) {
  static final Targets NOBODY = new Targets(List.of(), List.of(), List.of());

  public boolean isEmpty() {
    return agents.isEmpty();
  }

  public int inboxes() {
    return agents.size() + sessions.size();
  }

  Targets missingAlso(List<Path> more) {
    List<Path> all = new ArrayList<>(missing);
    all.addAll(more);
    return new Targets(agents, sessions, List.copyOf(all));
  }

  Targets only(Predicate<AgentId> agent, Predicate<SessionKey> session) {
    return new Targets(
        agents.stream().filter(agent).toList(),
        sessions.stream().filter(session).toList(),
        missing);
  }
}
