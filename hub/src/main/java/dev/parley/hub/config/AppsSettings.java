package dev.parley.hub.config;

import dev.parley.apps.install.HttpStore;
import dev.parley.apps.oauth.Provider;
import dev.parley.processes.sandbox.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Native apps of this hub.
 *
 * @param enabled nothing is launched otherwise
 * @param sandbox without one apps have all rights of the hub's user
 * @param runningMax apps at a time
 * @param memoryMb of all processes of an app
 * @param processes of an app at a time, threads counted
 * @param fileMb of each file that it writes
 * @param openFiles of each of its processes
 * @param store where apps come from and who vouches for them: {@value #HERE} for this hub's own
 *     store, the address of another, or nothing: then apps come from files and are believed
 * @param providers at which apps may ask for logins, by name
 */
public record AppsSettings(
    boolean enabled,
    boolean sandbox,
    int runningMax,
    int memoryMb,
    int processes,
    int fileMb,
    int openFiles,
    String store,
    Map<String, Provider> providers) {
  public static final String HERE = "here";

  public AppsSettings {
    if (!store.isEmpty() && !store.equals(HERE) && !HttpStore.isAddress(store)) {
      throw new BadConfig(
          "apps.store",
          store,
          "here, or an address that begins with https://, or http://127.0.0.1");
    }
    Checks.between("apps.runningMax", runningMax, 1, 1_000);
    Checks.between("apps.memoryMb", memoryMb, 16, 1 << 20);
    Checks.between("apps.processes", processes, 4, 1_000_000);
    Checks.between("apps.fileMb", fileMb, 1, 1 << 20);
    Checks.between("apps.openFiles", openFiles, 16, 1_000_000);
  }

  static AppsSettings of(Settings settings) {
    return new AppsSettings(
        settings.flag("apps.enabled", true),
        settings.flag("apps.sandbox", true),
        settings.integer("apps.runningMax", 50),
        settings.integer("apps.memoryMb", 1_024),
        settings.integer("apps.processes", 256),
        settings.integer("apps.fileMb", 512),
        settings.integer("apps.openFiles", 1_024),
        settings.text("apps.store", "").strip(),
        AppLoginSettings.of(settings));
  }

  /** Empty when apps have all rights of the hub's user. */
  public Optional<Limits> limits() {
    return sandbox
        ? Optional.of(
            new Limits(
                (long) memoryMb << 20,
                processes,
                /* cpuSeconds= */ 0,
                (long) fileMb << 20,
                openFiles,
                Duration.ZERO))
        : Optional.empty();
  }
}
