package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Sender;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the agents of different owners apart: nothing that one says reaches the other, whatever
 * either is subscribed to, unless they meet somewhere. The agent of the hub's owner reaches
 * everybody, and everybody may write to it. As long as all agents are the hub's owner's, asking
 * costs next to nothing. Any thread, except where said; never blocks.
 */
public final class Separation {
  /** The name under which the hub itself sends. */
  private static final String SYSTEM = "system";

  /** Where agents of different owners meet. */
  @FunctionalInterface
  public interface Meetings {
    /** Whoever changes an answer moves the router's epoch on, as for an {@link Enclosure}. */
    boolean meet(AgentId one, AgentId other);
  }

  private final Function<AgentId, @Nullable Agent> agents;

  /** By person, the person's own agent among them. Changed by the committer thread. */
  private final Map<AgentId, Set<AgentId>> owned = new ConcurrentHashMap<>();

  private volatile Meetings meetings = (_, _) -> false;

  public Separation(Function<AgentId, @Nullable Agent> agents) {
    this.agents = agents;
  }

  /** Committer thread, or before the start. */
  void onAgent(@Nullable Agent was, @Nullable Agent now) {
    AgentId before = was == null ? null : was.owner();
    AgentId after = now == null ? null : now.owner();
    if (Objects.equals(before, after)) {
      return;
    }
    if (was != null && before != null) {
      owned.computeIfPresent(
          before,
          (_, agents) -> {
            agents.remove(was.id());
            return agents.isEmpty() ? null : agents;
          });
    }
    if (now != null && after != null) {
      owned.computeIfAbsent(after, _ -> ConcurrentHashMap.newKeySet()).add(now.id());
    }
  }

  /** From now on this says who meets whom. */
  public void heeding(Meetings newMeetings) {
    meetings = newMeetings;
  }

  /** Is any agent somebody else's than the hub's owner's? */
  public boolean isNeeded() {
    return !owned.isEmpty();
  }

  /** The agents of this person, its own among them; of others none. */
  public Set<AgentId> agentsOf(AgentId person) {
    return Set.copyOf(owned.getOrDefault(person, Set.of()));
  }

  /** Is the first the agent of a person, and the other one of that person's agents? */
  public boolean owns(AgentId person, AgentId agent) {
    return isNeeded() && owns(person, agent, ownerOf(agent));
  }

  /** The same of an agent that may be gone. */
  public boolean owns(AgentId person, Agent agent) {
    return owns(person, agent.id(), agent.owner());
  }

  private static boolean owns(AgentId person, AgentId agent, @Nullable AgentId owner) {
    return person.equals(owner) && !person.equals(agent);
  }

  /** Must neither know of the other? */
  public boolean areApart(AgentId one, AgentId other) {
    return isNeeded() && areApart(one, other, ownerOf(other));
  }

  /** The same of an agent that may be gone. */
  public boolean areApart(AgentId one, Agent other) {
    return areApart(one, other.id(), other.owner());
  }

  private boolean areApart(AgentId one, AgentId other, @Nullable AgentId owner) {
    return !isHubs(one.value())
        && !isHubs(other.value())
        && !Objects.equals(ownerOf(one), owner)
        && !meetings.meet(one, other);
  }

  /** Is this the agent of somebody else than the hub's owner? */
  public boolean isOfPerson(AgentId agent) {
    return isNeeded() && ownerOf(agent) != null;
  }

  private @Nullable AgentId ownerOf(AgentId id) {
    Agent agent = agents.apply(id);
    return agent == null ? null : agent.owner();
  }

  private static boolean isHubs(String name) {
    return name.equals(Sender.OWNER_NAME) || name.equals(SYSTEM);
  }

  /** Those of them whom this sender reaches on this path; nobody in particular reaches all. */
  Targets reachedBy(String from, Path path, Targets targets) {
    if (!isNeeded() || targets.isEmpty() || from.isEmpty() || isHubs(from)) {
      return targets;
    }
    AgentId sender = new AgentId(from);
    Set<AgentId> hidden = new LinkedHashSet<>();
    for (AgentId agent : targets.agents()) {
      if (isHubs(agent.value()) ? !hubHears(sender, path) : areApart(sender, agent)) {
        hidden.add(agent);
      }
    }
    if (hidden.isEmpty()) {
      return targets;
    }
    Targets reached =
        targets.only(
            agent -> !hidden.contains(agent), session -> !hidden.contains(session.agent()));
    return path.namesSeveral() ? reached.missingAlso(named(path, hidden)) : reached;
  }

  /** It may be written to, but does not get what the agents of a person say among themselves. */
  private boolean hubHears(AgentId sender, Path path) {
    return !isOfPerson(sender) || (path.segmentEquals(0, "agent") && !path.hasWildcard());
  }

  /** To the sender, those it named and does not reach are not there. */
  private static List<Path> named(Path path, Set<AgentId> hidden) {
    Set<Path> each = Set.copyOf(path.each());
    return hidden.stream().map(Path::agent).filter(each::contains).toList();
  }
}
