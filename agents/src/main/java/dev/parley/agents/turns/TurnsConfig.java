package dev.parley.agents.turns;

import dev.parley.agents.brain.Brain;
import java.util.Map;

/**
 * @param brains by the names under which agents are given them
 * @param commMax how many turns an agent makes at once beside the one in {@code main}
 * @param runningMax how many turns this hub makes at once
 * @param hopsMax how many messages may have led to one that is still thought about, so that agents
 *     which answer each other come to an end
 * @param logMax how many turns of an agent are remembered
 * @param failsTasksOnShutdown whether tasks that are worked on when the hub is stopped fail, or go
 *     on when it is started again
 */
public record TurnsConfig(
    Map<String, Brain> brains,
    int commMax,
    int runningMax,
    int hopsMax,
    int logMax,
    boolean failsTasksOnShutdown) {
  public TurnsConfig {
    brains = Map.copyOf(brains);
  }

  public static TurnsConfig of(Map<String, Brain> brains) {
    return new TurnsConfig(brains, 5, 64, 24, 200, false);
  }

  public TurnsConfig failingTasksOnShutdown(boolean fails) {
    return new TurnsConfig(brains, commMax, runningMax, hopsMax, logMax, fails);
  }
}
