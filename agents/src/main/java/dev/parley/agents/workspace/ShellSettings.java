package dev.parley.agents.workspace;

import dev.parley.processes.sandbox.SandboxRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How commands of brains run.
 *
 * @param hidden what they never see, but for the agent's own folder in it: the hub's data
 * @param environment the hub's own, of which they are given a few usual variables
 * @param sandbox what they may touch beside the agent's folder; null when they run with all rights
 *     of the hub's user
 * @param longest how long one may take
 */
public record ShellSettings(
    Path hidden,
    Map<String, String> environment,
    @Nullable SandboxRules sandbox,
    Duration longest) {

  public ShellSettings {
    environment = Map.copyOf(environment);
  }
}
