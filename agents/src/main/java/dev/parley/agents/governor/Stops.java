package dev.parley.agents.governor;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was stopped. Changes are staged until their commit is durable. Committer thread, except for
 * reading.
 */
final class Stops {
  static final String TABLE = "governor-stops";
  static final int KEPT_MAX = 1_000;

  private final Map<String, Stop> byId = new ConcurrentHashMap<>();
  private final Map<String, @Nullable Stop> staged = new HashMap<>();

  Stops(Records records) {
    records.forEach(TABLE, (id, json) -> byId.put(id, Stop.of(json)));
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  @Nullable Stop of(String scope) {
    return byId.isEmpty() ? null : byId.get(Stop.idOf(scope));
  }

  @Nullable Stop withId(String id) {
    return byId.get(id);
  }

  List<Stop> newestFirst() {
    return byId.values().stream().sorted(Comparator.comparingLong(Stop::at).reversed()).toList();
  }

  /** What stands, with what this commit has changed. */
  static @Nullable Stop current(Tx tx, String id) {
    byte[] json = tx.get(TABLE, id);
    return json == null ? null : Stop.of(json);
  }

  void put(Tx tx, Stop stop) {
    tx.put(TABLE, stop.id(), stop.toJson());
    staged.put(stop.id(), stop);
    if (byId.size() >= KEPT_MAX && !byId.containsKey(stop.id())) {
      newestFirst().stream().skip(KEPT_MAX - 1L).forEach(old -> delete(tx, old));
    }
  }

  void delete(Tx tx, Stop stop) {
    tx.delete(TABLE, stop.id());
    staged.put(stop.id(), null);
  }

  /** Was a person told lately of something with the same agents? */
  boolean isTold(List<String> agents, long since) {
    Set<String> those = new HashSet<>(agents);
    return byId.values().stream()
        .anyMatch(
            each ->
                each.told() > since
                    && !each.allowed()
                    && those.equals(new HashSet<>(each.agents())));
  }

  /** The stopped conversations of this agent with another. */
  List<Stop> pairsOf(String agent) {
    return byId.values().stream()
        .filter(each -> each.kind() == Stop.Kind.PAIR && each.agents().contains(agent))
        .toList();
  }

  /** Those that were changed by the commit. */
  List<Stop> ended(boolean durable) {
    if (staged.isEmpty()) {
      return List.of();
    }
    if (!durable) {
      staged.clear();
      return List.of();
    }
    List<Stop> there = new ArrayList<>();
    staged.forEach(
        (id, stop) -> {
          publish(id, stop);
          if (stop != null) {
            there.add(stop);
          }
        });
    staged.clear();
    return there;
  }

  void publish(String id, @Nullable Stop stop) {
    if (stop == null) {
      byId.remove(id);
    } else {
      byId.put(id, stop);
    }
  }
}
