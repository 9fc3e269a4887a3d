package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many turns run at once: one in an agent's {@code main} lane, some in each of its others, and
 * a number in all. When a place gets free, agents that wait take turns, so that one with much to
 * think about does not keep others waiting. Any thread.
 */
final class Lanes {

  /**
   * Where a turn runs: what its owner says does not wait for what others say, and what others want
   * not for what the agent has begun by itself. What people say by channels goes the same way as
   * what its owner says.
   */
  enum Lane {
    /** Whoever it belongs to speaks. */
    MAIN,
    /** Others do. */
    COMM,
    /** Times that have come. */
    EVENTS,
    /** Tasks that it has given itself. */
    SUBAGENT;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Place(AgentId agent, Lane lane) {}

  private final Map<Lane, Integer> each;
  private final int allMax;
  private final Map<Place, Integer> running = new HashMap<>();
  private int runningInAll;

  /** Those that wait, by agent; the agent that waits longest for its next turn is the first. */
  private final LinkedHashMap<AgentId, ArrayDeque<SessionKey>> waiting = new LinkedHashMap<>();

  Lanes(int commMax, int eventsMax, int subagentMax, int allMax) {
    this.each =
        new EnumMap<>(
            Map.of(
                Lane.MAIN,
                1,
                Lane.COMM,
                commMax,
                Lane.EVENTS,
                eventsMax,
                Lane.SUBAGENT,
                subagentMax));
    this.allMax = allMax;
  }

  /** True when the session has a place; otherwise it waits for one, once. */
  synchronized boolean enter(SessionKey session) {
    if (hasRoom(session)) {
      taken(session, 1);
      return true;
    }
    ArrayDeque<SessionKey> line = waiting.computeIfAbsent(session.agent(), _ -> new ArrayDeque<>());
    if (!line.contains(session)) {
      if (SessionNames.isOwners(session)) {
        line.addFirst(session); // the owner waits for one turn at most
      } else {
        line.add(session);
      }
    }
    return false;
  }

  /** Gives a place back; who comes next has it already. */
  synchronized Optional<SessionKey> leave(SessionKey session) {
    taken(session, -1);
    Iterator<Map.Entry<AgentId, ArrayDeque<SessionKey>>> agents = waiting.entrySet().iterator();
    while (agents.hasNext()) {
      Map.Entry<AgentId, ArrayDeque<SessionKey>> entry = agents.next();
      ArrayDeque<SessionKey> line = entry.getValue();
      Optional<SessionKey> next = line.stream().filter(this::hasRoom).findFirst();
      if (next.isPresent()) {
        line.remove(next.get());
        agents.remove();
        if (!line.isEmpty()) {
          waiting.put(entry.getKey(), line); // behind all others
        }
        taken(next.get(), 1);
        return next;
      }
    }
    return Optional.empty();
  }

  private boolean hasRoom(SessionKey session) {
    Place place = new Place(session.agent(), SessionNames.lane(session));
    return runningInAll < allMax && running.getOrDefault(place, 0) < max(place.lane);
  }

  private int max(Lane lane) {
    return Objects.requireNonNull(each.get(lane));
  }

  private void taken(SessionKey session, int change) {
    Place place = new Place(session.agent(), SessionNames.lane(session));
    running.merge(place, change, Integer::sum);
    running.remove(place, 0);
    runningInAll += change;
  }

  /** How full an agent's lanes are here. */
  synchronized List<LaneLoad> of(AgentId agent, Lines lines) {
    return Stream.of(Lane.values()).map(lane -> load(agent, lane, lines)).toList();
  }

  private LaneLoad load(AgentId agent, Lane lane, Lines lines) {
    int depth =
        lines.sessions(agent).stream()
            .filter(session -> SessionNames.lane(session) == lane)
            .mapToInt(session -> lines.of(session).waiting().size())
            .sum();
    long due =
        waiting.getOrDefault(agent, new ArrayDeque<>()).stream()
            .filter(session -> SessionNames.lane(session) == lane)
            .count();
    return new LaneLoad(
        lane.wireName(),
        max(lane),
        running.getOrDefault(new Place(agent, lane), 0),
        (int) due,
        depth);
  }

  synchronized int running() {
    return runningInAll;
  }

  synchronized int waiting() {
    return waiting.values().stream().mapToInt(ArrayDeque::size).sum();
  }
}
