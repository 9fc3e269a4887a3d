package dev.parley.apps.install;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes versions of apps into use, and back when they do not run. One thread for each app. */
final class Versions {
  private static final Logger LOG = LoggerFactory.getLogger(Versions.class);

  private final Apps apps;
  private final Shelves shelves;

  Versions(Apps apps, Shelves shelves) {
    this.apps = apps;
    this.shelves = shelves;
  }

  /** Changes a folder. */
  interface Change {
    void make() throws IOException;
  }

  /** While the app does not run, and nobody looks at its folder. */
  void changing(String id, Change change) throws Exception {
    var _ =
        apps.changing(
            id,
            () -> {
              change.make();
              return true;
            });
  }

  /** Puts an app in its place that was not there; it goes again unless it runs. */
  Outcome place(Path staged, Manifest manifest) throws Exception {
    String id = manifest.id();
    boolean hadLeft = shelves.hasLeft(id);
    changing(id, () -> shelves.place(staged, id));
    try {
      AppStatus _ = apps.launch(id);
    } catch (Refused e) {
      changing(id, () -> shelves.remove(id, hadLeft));
      throw new Refused(
          e.code(), id + " could not be launched and was not installed: " + e.getMessage());
    }
    return new Outcome.Installed(manifest);
  }

  /** Puts a new version in place; the old one comes back unless the new one runs. */
  Outcome replace(Path staged, Manifest manifest, Manifest before) throws Exception {
    String id = manifest.id();
    if (shelves.hasOld(id)) {
      changing(id, () -> shelves.rollBack(id));
    }
    boolean stopped =
        apps.find(id).filter(app -> app.state() == AppStatus.State.STOPPED).isPresent();
    String problem = "";
    try {
      changing(id, () -> swapped(staged, id));
      if (!stopped && !runs(manifest)) {
        AppStatus _ = apps.launch(id);
      }
    } catch (Refused e) {
      problem = String.valueOf(e.getMessage());
    }
    if (problem.isEmpty()) {
      shelves.letGoOfOld(id);
      return new Outcome.Updated(manifest, before.version());
    }
    if (shelves.hasOld(id)) {
      changing(id, () -> shelves.rollBack(id));
    }
    launchAgain(id, stopped);
    throw new Refused(
        ErrorCode.CONFLICT,
        "version %s of %s did not become healthy, so version %s is back: %s"
            .formatted(manifest.version(), id, before.version(), problem));
  }

  private void swapped(Path staged, String id) throws IOException {
    try {
      shelves.swap(staged, id);
    } catch (IOException e) {
      if (shelves.hasOld(id)) {
        shelves.rollBack(id);
      }
      throw e;
    }
  }

  private boolean runs(Manifest manifest) {
    return apps.running(manifest.id())
        .map(RunningApp::manifest)
        .filter(running -> running.version().equals(manifest.version()))
        .isPresent();
  }

  private void launchAgain(String id, boolean stopped) throws InterruptedException {
    if (!stopped && apps.running(id).isEmpty()) {
      try {
        AppStatus _ = apps.launch(id);
      } catch (Refused e) {
        LOG.warn(
            "the app {} is back in its version before, and does not run: {}", id, e.getMessage());
      }
    }
  }
}
