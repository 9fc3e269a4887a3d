package dev.parley.apps.host;

import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people are told of an app. One thread changes it, any thread reads. */
final class Told {
  private final AppFolder folder;
  private volatile AppStatus status;

  Told(AppFolder folder, long now) {
    this.folder = folder;
    this.status =
        new AppStatus(
            folder.id(),
            Optional.empty(),
            State.STOPPED,
            /* problem= */ "",
            List.of(),
            now,
            /* restarts= */ 0,
            /* pid= */ 0);
  }

  AppStatus status() {
    return status;
  }

  /**
   * @param life null when it does not run
   */
  void tell(State state, String problem, @Nullable AppLife life, int restarts, long now) {
    AppStatus last = status;
    status =
        new AppStatus(
            folder.id(),
            life == null ? manifest() : Optional.of(life.manifest()),
            state,
            problem,
            life == null ? List.of() : life.warnings(),
            state == last.state() ? last.since() : now,
            restarts,
            life == null ? 0 : life.pid());
  }

  private Optional<Manifest> manifest() {
    try {
      return Optional.of(folder.manifest());
    } catch (Refused refused) {
      return Optional.empty();
    }
  }
}
