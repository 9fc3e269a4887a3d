package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The turns that have ended, so many for each agent as are kept. Any thread; {@link #of} blocks.
 */
final class TurnLog {
  static final String TABLE = "turn-log";

  private final Records records;
  private final int kept;
  private final Map<String, NavigableSet<String>> keys = new ConcurrentHashMap<>();

  TurnLog(Records records, int kept) {
    this.records = records;
    this.kept = kept;
    records.forEach(TABLE, (key, _) -> changed(key, true));
    records.follow(TABLE, (key, value) -> changed(key, value != null));
  }

  /** Sorted by agent, then by the time it ended. */
  private static String key(TurnRecord turn) {
    return "%s/%016x/%s".formatted(turn.session().agent(), turn.endedAt(), turn.turn());
  }

  private static String agentOf(String key) {
    return key.substring(0, key.indexOf('/'));
  }

  private void changed(String key, boolean there) {
    keys.compute(
        agentOf(key),
        (_, known) -> {
          NavigableSet<String> all = known == null ? new ConcurrentSkipListSet<>() : known;
          if (there) {
            all.add(key);
          } else {
            all.remove(key);
          }
          return all.isEmpty() ? null : all;
        });
  }

  /** In the commit that ends the turn; {@link #added} follows when that is durable. */
  void add(Tx tx, TurnRecord turn) {
    tx.put(TABLE, key(turn), Rows.write(turn));
    tooMany(turn.session().agent()).forEach(key -> tx.delete(TABLE, key));
  }

  void added(TurnRecord turn) {
    changed(key(turn), true);
    for (String key : tooMany(turn.session().agent())) {
      changed(key, false);
    }
  }

  private List<String> tooMany(AgentId agent) {
    NavigableSet<String> known = keys.get(agent.value());
    return known == null
        ? List.of()
        : known.stream().limit(Math.max(0, known.size() - kept)).toList();
  }

  /** The newest first. */
  List<TurnRecord> of(AgentId agent, int limit) {
    @Nullable NavigableSet<String> known = keys.get(agent.value());
    List<TurnRecord> found = new ArrayList<>();
    if (known != null) {
      known.descendingSet().stream()
          .limit(limit)
          .forEach(key -> records.get(TABLE, key).map(Rows::turn).ifPresent(found::add));
    }
    return found;
  }

  /** Those that ended then or later, the oldest first. */
  List<TurnRecord> since(AgentId agent, long endedAt) {
    NavigableSet<String> known = keys.get(agent.value());
    return known == null
        ? List.of()
        : known.tailSet("%s/%016x".formatted(agent, endedAt)).stream()
            .flatMap(key -> records.get(TABLE, key).map(Rows::turn).stream())
            .toList();
  }

  /** All of an agent that is gone. */
  List<String> keysOf(AgentId agent) {
    NavigableSet<String> known = keys.get(agent.value());
    return known == null ? List.of() : List.copyOf(known);
  }

  void removed(List<String> gone) {
    gone.forEach(key -> changed(key, false));
  }
}
