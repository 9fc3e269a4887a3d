package dev.parley.brains.mcp;

import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How far servers may go.
 *
 * @param folder of the logs of those that are programs, and where each agent's work
 * @param environment the hub's own, of which they are given a few usual variables
 * @param runningMax programs at a time
 * @param connecting how long one may take to begin and to say what tools it has
 * @param calling how long one may take for one call
 * @param idle after which one that nobody has used is ended
 */
public record McpConfig(
    Path folder,
    Map<String, String> environment,
    int runningMax,
    Duration connecting,
    Duration calling,
    Duration idle) {
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final long LOG_BYTES_MAX = 1 << 20;

  public McpConfig {
    environment = Map.copyOf(environment);
  }

  public static McpConfig in(
      Path folder, Map<String, String> environment, int runningMax, Duration calling) {
    return new McpConfig(
        folder, environment, runningMax, Duration.ofSeconds(30), calling, Duration.ofMinutes(15));
  }

  ProcessesConfig processes() {
    return new ProcessesConfig(
        folder, runningMax, "agents.mcpServersMax", GRACE, LOG_BYTES_MAX, Confinement::here);
  }
}
