package dev.parley.apps.host;

import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where apps are and how far they may go.
 *
 * @param enabled nothing is launched otherwise
 * @param folder holds a folder for each app
 * @param hubFolder the hub's own, which no app sees
 * @param runFolder what is known of running processes, and where they listen
 * @param environment the hub's own
 * @param runningMax apps at a time
 * @param limits of each app in its sandbox; null for apps that have all rights of the hub's user
 * @param confinement how they are locked in; may block
 * @param patience how long an app may take to answer a call of the host's
 */
public record AppsConfig(
    boolean enabled,
    Path folder,
    Path hubFolder,
    Path runFolder,
    Map<String, String> environment,
    int runningMax,
    @Nullable Limits limits,
    Supplier<Confinement> confinement,
    Duration patience) {
  /** What the owner would set to start apps without a sandbox. */
  public static final String SANDBOX = "apps.sandbox";

  public static final Duration PATIENCE = Duration.ofSeconds(5);

  public AppsConfig {
    environment = Map.copyOf(environment);
  }
}
