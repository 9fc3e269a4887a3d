package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.ledger.Records;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Which agents run by themselves. What is said of a session goes before what is said of its agent.
 * Any thread; never blocks after the start.
 */
final class AutoRuns {
  static final String TABLE = "auto-run";

  private final Map<String, AutoRun> all = new ConcurrentHashMap<>();
  private volatile Set<String> agents = Set.of();

  /**
   * @param changed told of each name that another hub has changed
   */
  AutoRuns(Records records, Consumer<String> changed) {
    records.forEach(TABLE, (name, json) -> all.put(name, Rows.autoRun(json)));
    changed();
    records.follow(
        TABLE,
        (name, json) -> {
          if (json == null) {
            all.remove(name);
          } else {
            all.put(name, Rows.autoRun(json));
          }
          changed();
          changed.accept(name);
        });
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The message after which the first of them began. */
  long since() {
    return all.values().stream().mapToLong(AutoRun::since).min().orElse(0);
  }

  void put(String name, AutoRun autoRun) {
    all.put(name, autoRun);
    changed();
  }

  void remove(String name) {
    all.remove(name);
    changed();
  }

  /** What was said of exactly this agent ({@code ada}) or session ({@code ada/main}). */
  Optional<AutoRun> said(String name) {
    return Optional.ofNullable(all.get(name));
  }

  /** How this session runs, if it does. */
  Optional<AutoRun> of(SessionKey session) {
    return said(session.text()).or(() -> said(session.agent().value())).filter(AutoRun::enabled);
  }

  /** Is anything said of this agent or of one of its sessions? */
  boolean concerns(AgentId agent) {
    return agents.contains(agent.value());
  }

  private void changed() {
    agents =
        all.keySet().stream()
            .map(name -> name.contains("/") ? name.substring(0, name.indexOf('/')) : name)
            .collect(Collectors.toUnmodifiableSet());
  }
}
