package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.routing.SubscriptionTrie;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which inboxes a path reaches: every match of the trie, the agents of matching sessions (cascade),
 * without the sender where it would hear itself. Lock-free; {@link #epoch} tells whether an earlier
 * answer may have grown old.
 */
final class Router {
  /** A recipient of either kind, as it stands in the trie. */
  sealed interface Subscriber {
    record OfAgent(AgentId agent) implements Subscriber {}

    record OfSession(SessionKey session) implements Subscriber {}

    /**
     * A member of a group; a kind of its own, so that leaving does not undo a subscription of the
     * same pattern.
     */
    record OfMember(AgentId agent) implements Subscriber {}

    /** One that a closed path admits; a broadcast does not reach it this way. */
    record OfInsider(AgentId agent) implements Subscriber {}
  }

  private final SubscriptionTrie<Subscriber> trie = new SubscriptionTrie<>();
  private final Separation separation;
  private volatile long epoch;
  private volatile @Nullable Enclosure enclosure;

  Router(Separation separation) {
    this.separation = separation;
  }

  /** Counts the changes. Read it before asking; if it has moved on later, ask again. */
  long epoch() {
    return epoch;
  }

  synchronized void add(Pattern pattern, Subscriber subscriber) {
    trie.add(pattern, subscriber);
    epoch = epoch + 1;
  }

  synchronized void remove(Pattern pattern, Subscriber subscriber) {
    trie.remove(pattern, subscriber);
    epoch = epoch + 1;
  }

  /**
   * @param closed null when no path is closed
   */
  void enclose(@Nullable Enclosure closed) {
    enclosure = closed;
  }

  long size() {
    return trie.size();
  }

  Targets targets(String from, Path path) {
    Collector found = new Collector(path.hasWildcard());
    trie.match(path, found::add);
    List<Path> missing = List.of();
    if (path.namesSeveral()) {
      missing = addEach(path, found);
    }
    Targets targets = found.targets(hearsItself(from, path) ? null : from, missing);
    Enclosure closed = enclosure;
    if (closed == null || targets.isEmpty() || !closed.closes(path)) {
      return separation.reachedBy(from, path, targets);
    }
    return targets.only(
        agent -> closed.admits(path, agent), session -> closed.admits(path, session.agent()));
  }

  private List<Path> addEach(Path path, Collector found) {
    Set<Path> missing = new LinkedHashSet<>();
    for (Path each : recipients(path)) {
      boolean[] known = {false};
      trie.match(
          each,
          subscriber -> {
            known[0] |= isMeant(subscriber, each);
            found.add(subscriber);
          });
      if (!known[0]) {
        missing.add(each);
      }
    }
    return List.copyOf(missing);
  }

  private static boolean isMeant(Subscriber subscriber, Path recipient) {
    return switch (subscriber) {
      case Subscriber.OfAgent(AgentId agent) -> recipient.equals(Path.agent(agent));
      case Subscriber.OfMember _ -> true;
      case Subscriber.OfSession _, Subscriber.OfInsider _ -> false;
    };
  }

  private static List<Path> recipients(Path path) {
    try {
      return path.each();
    } catch (InvalidAddress e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "the list of recipients in '" + path + "': " + e.getMessage());
    }
  }

  /**
   * A message to agents, to a group or into a loop does not come back to its sender, unless it is
   * sent to the sender itself. Elsewhere a sender that subscribed to a path hears what it says
   * there.
   */
  private static boolean hearsItself(String from, Path path) {
    String domain = path.segment(0);
    if (domain.equals("agent")) {
      return path.depth() == 2 && path.segment(1).equals(from);
    }
    return !domain.equals("group") && !domain.equals("loop");
  }

  /** Gathers matches; nearly always there is exactly one agent, which costs no set. */
  private static final class Collector {
    private final boolean broadcast;
    private @Nullable AgentId only;
    private @Nullable Set<AgentId> agents;
    private @Nullable Set<SessionKey> sessions;

    Collector(boolean broadcast) {
      this.broadcast = broadcast;
    }

    void add(Subscriber subscriber) {
      switch (subscriber) {
        case Subscriber.OfAgent(AgentId agent) -> addAgent(agent);
        case Subscriber.OfMember(AgentId agent) -> addAgent(agent);
        case Subscriber.OfInsider(AgentId agent) -> {
          if (!broadcast) {
            addAgent(agent);
          }
        }
        case Subscriber.OfSession(SessionKey session) -> {
          if (sessions == null) {
            sessions = new LinkedHashSet<>();
          }
          sessions.add(session);
          addAgent(session.agent());
        }
      }
    }

    private void addAgent(AgentId agent) {
      if (agents != null) {
        agents.add(agent);
      } else if (only == null) {
        only = agent;
      } else if (!only.equals(agent)) {
        agents = new LinkedHashSet<>();
        agents.add(only);
        agents.add(agent);
      }
    }

    Targets targets(@Nullable String excluded, List<Path> missing) {
      if (only == null) {
        return missing.isEmpty() ? Targets.NOBODY : new Targets(List.of(), List.of(), missing);
      }
      if (excluded != null && agents == null && only.value().equals(excluded)) {
        return new Targets(List.of(), List.of(), missing);
      }
      List<AgentId> agentList = agents == null ? List.of(only) : new ArrayList<>(agents);
      List<SessionKey> sessionList = sessions == null ? List.of() : new ArrayList<>(sessions);
      if (excluded != null) {
        if (agents != null) {
          agentList.removeIf(agent -> agent.value().equals(excluded));
        }
        if (sessions != null) {
          sessionList.removeIf(session -> session.agent().value().equals(excluded));
        }
      }
      return new Targets(agentList, sessionList, missing);
    }
  }
}
