package dev.parley.agents.programs;

import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What may be started, and how far it may go.
 *
 * @param folder where logs are, and what is remembered of running programs
 * @param commands by name
 * @param environment the hub's own, of which programs are given the usual variables and those that
 *     their command names
 * @param runningMax programs at a time
 * @param settle how long somebody who starts a program waits to see whether it stays, unless its
 *     agent connects before
 * @param grace how long a program that is asked to end may take
 * @param logBytesMax of one log file; one older one is kept
 * @param hidden what no program in a sandbox sees, but for what is its own in it: the hub's data
 * @param confinement how programs are locked in; may block
 */
public record ProgramsConfig(
    Path folder,
    Map<String, Command> commands,
    Map<String, String> environment,
    int runningMax,
    Duration settle,
    Duration grace,
    int logBytesMax,
    Path hidden,
    Supplier<Confinement> confinement) {

  public ProgramsConfig {
    commands = Map.copyOf(commands);
    environment = Map.copyOf(environment);
  }

  /** With nothing of the hub's but that folder, and what this machine offers. */
  public ProgramsConfig(
      Path folder,
      Map<String, Command> commands,
      Map<String, String> environment,
      int runningMax,
      Duration settle,
      Duration grace,
      int logBytesMax) {
    this(
        folder,
        commands,
        environment,
        runningMax,
        settle,
        grace,
        logBytesMax,
        folder,
        Confinement::here);
  }

  ProcessesConfig processes() {
    return new ProcessesConfig(
        folder, runningMax, "agents.runningMax", grace, logBytesMax, confinement);
  }

  /** With everything as it is by default, and nothing that may be started. */
  public static ProgramsConfig in(Path folder) {
    return new ProgramsConfig(
        folder, Map.of(), Map.of(), 8, Duration.ofSeconds(1), Duration.ofSeconds(3), 1 << 20);
  }
}
