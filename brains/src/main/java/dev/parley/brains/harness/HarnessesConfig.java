package dev.parley.brains.harness;

import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How far harnesses may go.
 *
 * @param folder of their logs, of what is remembered of them, and of the home of each agent
 * @param environment the hub's own, of which they are given a few usual variables
 * @param runningMax processes at a time
 * @param grace how long one that is asked to end may take before it is killed
 * @param logBytesMax of one log file; one older one is kept
 * @param patience how long one may take to begin, and to begin a session
 * @param cancelling how long one may take to break a turn off before it is ended
 * @param hidden what none in a sandbox sees, but for what is its own in it: the hub's data
 */
public record HarnessesConfig(
    Path folder,
    Map<String, String> environment,
    int runningMax,
    Duration grace,
    long logBytesMax,
    Duration patience,
    Duration cancelling,
    Path hidden) {

  public HarnessesConfig {
    environment = Map.copyOf(environment);
  }

  public static HarnessesConfig in(Path folder, Map<String, String> environment, int runningMax) {
    return new HarnessesConfig(
        folder,
        environment,
        runningMax,
        Duration.ofSeconds(3),
        1 << 20,
        Duration.ofMinutes(1),
        Duration.ofSeconds(3),
        folder);
  }

  public HarnessesConfig hiding(Path path) {
    return new HarnessesConfig(
        folder, environment, runningMax, grace, logBytesMax, patience, cancelling, path);
  }

  ProcessesConfig processes() {
    return new ProcessesConfig(
        folder, runningMax, "agents.harnessesMax", grace, logBytesMax, Confinement::here);
  }

  /** The home of an agent's harnesses. */
  public Path home(String agent) {
    return folder.resolve("home-" + agent);
  }
}
