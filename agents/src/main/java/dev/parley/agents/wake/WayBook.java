package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The ways of all agents: in memory, and durable. Any thread. */
final class WayBook {
  private final Broker broker;
  private final Map<String, Waker> wakers;
  private final Map<String, List<Way>> all = new ConcurrentHashMap<>();

  WayBook(Broker broker, Map<String, Waker> wakers) {
    this.broker = broker;
    this.wakers = wakers;
    broker.records().forEach(WakeRows.WAYS, this::publish);
    broker.records().follow(WakeRows.WAYS, this::publish);
  }

  private void publish(String agent, byte @Nullable [] json) {
    List<Way> ways = WakeRows.ways(json);
    if (ways.isEmpty()) {
      all.remove(agent);
    } else {
      all.put(agent, ways);
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  List<Way> of(AgentId agent) {
    return all.getOrDefault(agent.value(), List.of());
  }

  /** Those that are left, the best first: proven, then quick; else in the order they were said. */
  Optional<Way> best(AgentId agent, List<String> used) {
    return of(agent).stream()
        .filter(way -> wakers.containsKey(way.kind()) && !used.contains(way.kind()))
        .min(
            Comparator.comparing((Way way) -> !way.isProven())
                .thenComparingLong(way -> way.isProven() ? way.quantile(0.5) : 0)
                .thenComparingInt(Way::failures));
  }

  CompletableFuture<Way> put(AgentId agent, String kind, Map<String, String> settings) {
    Waker waker = require(kind);
    Set<String> required = waker.required();
    for (String name : required) {
      if (settings.getOrDefault(name, "").isBlank()) {
        throw new Refused(ErrorCode.BAD_REQUEST, "'" + kind + "' needs '" + name + "'");
      }
    }
    for (String name : settings.keySet()) {
      if (!required.contains(name) && !waker.optional().contains(name)) {
        throw new Refused(ErrorCode.BAD_REQUEST, "'" + kind + "' has no setting '" + name + "'");
      }
    }
    waker.check(settings);
    return change(agent, kind, way -> (way == null ? Way.of(kind, settings) : way.with(settings)));
  }

  Waker require(String kind) {
    Waker waker = wakers.get(kind);
    if (waker == null) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "there is no way '" + kind + "'; there are " + String.join(", ", wakers.keySet()));
    }
    return waker;
  }

  CompletableFuture<Boolean> remove(AgentId agent, String kind) {
    return transact(agent, ways -> ways.stream().filter(way -> !way.kind().equals(kind)).toList())
        .thenApply(_ -> true);
  }

  CompletableFuture<Boolean> forget(AgentId agent) {
    return transact(agent, _ -> List.of()).thenApply(_ -> true);
  }

  /** What has come of a way that is still there. */
  CompletableFuture<Boolean> note(AgentId agent, String kind, UnaryOperator<Way> result) {
    return transact(
            agent,
            ways ->
                ways.stream()
                    .map(way -> way.kind().equals(kind) ? result.apply(way) : way)
                    .toList())
        .thenApply(_ -> true);
  }

  private CompletableFuture<Way> change(
      AgentId agent, String kind, java.util.function.Function<@Nullable Way, Way> change) {
    return transact(
            agent,
            ways -> {
              List<Way> after = new ArrayList<>(ways);
              for (int i = 0; i < after.size(); i++) {
                if (after.get(i).kind().equals(kind)) {
                  after.set(i, change.apply(after.get(i)));
                  return after;
                }
              }
              after.add(change.apply(null));
              return after;
            })
        .thenApply(
            ways -> ways.stream().filter(way -> way.kind().equals(kind)).findFirst().orElseThrow());
  }

  private CompletableFuture<List<Way>> transact(AgentId agent, UnaryOperator<List<Way>> change) {
    String key = agent.value();
    return broker
        .transactions()
        .run(
            tx -> {
              List<Way> after = change.apply(WakeRows.ways(tx.get(WakeRows.WAYS, key)));
              if (after.isEmpty()) {
                tx.delete(WakeRows.WAYS, key);
              } else {
                tx.put(WakeRows.WAYS, key, WakeRows.write(new WakeRows.Ways(after)));
              }
              return after;
            })
        .thenApply(
            after -> {
              if (after.isEmpty()) {
                all.remove(key);
              } else {
                all.put(key, after);
              }
              return after;
            });
  }
}
