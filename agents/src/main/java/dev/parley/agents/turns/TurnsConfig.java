package dev.parley.agents.turns;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.MoreBrains;
import dev.parley.agents.hooks.Hooks;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * @param brains by the names under which agents are given them
 * @param openBrains those that persons may give to their own agents
 * @param commMax how many turns an agent makes at once for others
 * @param eventsMax how many for schedules
 * @param subagentMax how many about tasks that it has given itself
 * @param runningMax how many turns this hub makes at once
 * @param hopsMax how many messages may have led to one that is still thought about, so that agents
 *     which answer each other come to an end
 * @param logMax how many turns of an agent are remembered
 * @param failsTasksOnShutdown whether tasks that are worked on when the hub is stopped fail, or go
 *     on when it is started again
 * @param more brains that come and go
 * @param hooks asked and told about turns
 */
public record TurnsConfig(
    Map<String, Brain> brains,
    Set<String> openBrains,
    int commMax,
    int eventsMax,
    int subagentMax,
    int runningMax,
    int hopsMax,
    int logMax,
    boolean failsTasksOnShutdown,
    MoreBrains more,
    Hooks hooks) {
  public TurnsConfig {
    brains = Map.copyOf(brains);
    openBrains = Set.copyOf(openBrains);
  }

  public static TurnsConfig of(Map<String, Brain> brains) {
    return new TurnsConfig(
        brains, Set.of(), 5, 2, 3, 64, 24, 200, false, MoreBrains.NONE, Hooks.NONE);
  }

  public TurnsConfig withOpenBrains(Set<String> names) {
    return new TurnsConfig(
        brains,
        names,
        commMax,
        eventsMax,
        subagentMax,
        runningMax,
        hopsMax,
        logMax,
        failsTasksOnShutdown,
        more,
        hooks);
  }

  public TurnsConfig failingTasksOnShutdown(boolean fails) {
    return new TurnsConfig(
        brains,
        openBrains,
        commMax,
        eventsMax,
        subagentMax,
        runningMax,
        hopsMax,
        logMax,
        fails,
        more,
        hooks);
  }

  public TurnsConfig with(MoreBrains comingAndGoing, Hooks asked) {
    return new TurnsConfig(
        brains,
        openBrains,
        commMax,
        eventsMax,
        subagentMax,
        runningMax,
        hopsMax,
        logMax,
        failsTasksOnShutdown,
        comingAndGoing,
        asked);
  }

  /** The brain of a name, or null when there is none and never can be. */
  @Nullable Brain brain(String name) {
    Brain brain = brains.get(name);
    return brain != null ? brain : more.find(name);
  }

  /** In their order. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(brains.keySet());
    names.addAll(more.names());
    return names;
  }

  void requireBrain(String name) {
    if (brain(name) == null) {
      Set<String> there = names();
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no brain '"
              + name
              + "'; this hub has "
              + (there.isEmpty()
                  ? "none: name some under agents.brains in parley.yaml"
                  : String.join(", ", there)));
    }
  }

  /** The models that brains think with, by the brains' names; those of which it is known. */
  public Map<String, String> models() {
    Map<String, String> models = new TreeMap<>();
    brains.forEach(
        (name, brain) -> {
          if (!brain.model().isEmpty()) {
            models.put(name, brain.model());
          }
        });
    return models;
  }

  /**
   * What a person wants for an agent of its own: only brains that the hub's owner has opened.
   * Letting the agent be is never refused.
   *
   * @param now how it runs now, or null
   */
  public void requireOpen(@Nullable AutoRun now, AutoRun wanted) {
    if (now != null
        && !wanted.enabled()
        && now.brain().equals(wanted.brain())
        && Objects.equals(now.triage(), wanted.triage())) {
      return;
    }
    Stream.concat(wanted.brains().stream(), Stream.ofNullable(wanted.triage()))
        .filter(name -> !openBrains.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new Refused(
                  ErrorCode.FORBIDDEN,
                  "the brain '" + name + "' is not open to persons (agents.openBrains)");
            });
  }
}
