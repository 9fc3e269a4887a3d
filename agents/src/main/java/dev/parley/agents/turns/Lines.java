package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the turn of each session, and whose turn is being made: the records, in memory.
 * Any thread.
 */
final class Lines {
  private final Map<SessionKey, Line> lines = new HashMap<>();

  private static final class Line {
    private final SortedMap<Long, Arrival> waiting = new TreeMap<>();
    private @Nullable Claim claim;
  }

  /**
   * A session's line at one moment.
   *
   * @param waiting the oldest first
   */
  record Snapshot(List<Arrival> waiting, @Nullable Claim claim) {
    boolean isForced() {
      return waiting.stream().anyMatch(Arrival::forced);
    }

    long newestAt() {
      return waiting.stream().mapToLong(Arrival::at).max().orElse(0);
    }
  }

  synchronized void add(Arrival arrival) {
    line(arrival.session()).waiting.put(arrival.number(), arrival);
  }

  synchronized void remove(SessionKey session, long number) {
    Line line = lines.get(session);
    if (line != null) {
      line.waiting.remove(number);
      drop(session, line);
    }
  }

  synchronized void claim(SessionKey session, @Nullable Claim claim) {
    Line line = line(session);
    line.claim = claim;
    drop(session, line);
  }

  /** A turn has ended with all it was about. */
  synchronized void ended(SessionKey session, Claim claim) {
    Line line = lines.get(session);
    if (line != null) {
      line.waiting.keySet().removeAll(claim.numbers());
      if (claim.equals(line.claim)) {
        line.claim = null;
      }
      drop(session, line);
    }
  }

  private Line line(SessionKey session) {
    return lines.computeIfAbsent(session, _ -> new Line());
  }

  private void drop(SessionKey session, Line line) {
    if (line.waiting.isEmpty() && line.claim == null) {
      lines.remove(session);
    }
  }

  synchronized Snapshot of(SessionKey session) {
    Line line = lines.get(session);
    return line == null
        ? new Snapshot(List.of(), null)
        : new Snapshot(List.copyOf(line.waiting.values()), line.claim);
  }

  synchronized List<SessionKey> sessions() {
    return new ArrayList<>(lines.keySet());
  }

  synchronized List<SessionKey> sessions(AgentId agent) {
    return lines.keySet().stream().filter(each -> each.agent().equals(agent)).toList();
  }
}
