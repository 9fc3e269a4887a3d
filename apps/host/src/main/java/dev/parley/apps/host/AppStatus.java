package dev.parley.apps.host;

import dev.parley.apps.manifest.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How it goes with an app, as people are told.
 *
 * @param id the name of its folder, also when the manifest cannot be read
 * @param manifest empty when it cannot be read
 * @param problem why it does not run, or is not healthy; empty when all is well
 * @param warnings what of it was left out, and why
 * @param since when it came into this state, Unix milliseconds
 * @param restarts how often the supervisor has started it again within the last hour
 * @param pid 0 when it does not run
 */
public record AppStatus(
    String id,
    Optional<Manifest> manifest,
    State state,
    String problem,
    List<String> warnings,
    long since,
    int restarts,
    long pid) {

  /** Where an app stands. */
  public enum State {
    STARTING,
    RUNNING,
    /** Stopped by the owner, or never started. */
    STOPPED,
    /** It could not be launched, or ended; the supervisor may try again. */
    FAILED,
    /** Started again too often: left alone until the hour is over. */
    UNHEALTHY,
    /** Taken out of use for good, data and logs kept. */
    QUARANTINED
  }

  public AppStatus {
    warnings = List.copyOf(warnings);
  }

  /** With further warnings. */
  AppStatus warning(List<String> more) {
    return more.isEmpty()
        ? this
        : new AppStatus(
            id,
            manifest,
            state,
            problem,
            Stream.concat(warnings.stream(), more.stream()).toList(),
            since,
            restarts,
            pid);
  }
}
