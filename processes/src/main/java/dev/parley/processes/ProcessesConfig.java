package dev.parley.processes;

import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How far processes may go.
 *
 * @param folder of their logs and run files; of one {@link Processes} alone
 * @param runningMax processes at a time
 * @param runningMaxSetting what the owner calls that limit, for refusals
 * @param grace how long a process that is asked to end may take before it is killed
 * @param logBytesMax of one log file; one older one is kept
 * @param confinement what those are started with that ask for a sandbox; may block
 */
public record ProcessesConfig(
    Path folder,
    int runningMax,
    String runningMaxSetting,
    Duration grace,
    long logBytesMax,
    Supplier<Confinement> confinement) {
  /** When the hub stops or starts, no process has longer than this to end. */
  private static final Duration HURRY = Duration.ofMillis(1_500);

  Duration hurriedGrace() {
    return grace.compareTo(HURRY) < 0 ? grace : HURRY;
  }
}
