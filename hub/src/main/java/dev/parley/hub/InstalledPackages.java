package dev.parley.hub;

import dev.parley.apps.install.Installer;
import dev.parley.apps.install.Outcome;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.rest.apps.Packages;
import java.util.Optional;
import java.util.Set;

/** The doors' view of what installs apps. */
final class InstalledPackages implements Packages {
  private final Installer installer;

  InstalledPackages(Installer installer) {
    this.installer = installer;
  }

  @Override
  public Candidate inspect(Source source) throws InterruptedException {
    return switch (source) {
      case Source.Uploaded(var file) ->
          new Candidate(installer.inspect(file), "a file", installer.verifies());
      case Source.FromStore(var store, var id) -> {
        requireOurs(store);
        Manifest found = installer.inspect(id, null);
        yield new Candidate(found, "the store " + installer.storeName(), installer.verifies());
      }
    };
  }

  @Override
  public String install(Source source, Set<String> agreed) throws InterruptedException {
    Outcome outcome =
        switch (source) {
          case Source.Uploaded(var file) -> installer.install(file, agreed);
          case Source.FromStore(var store, var id) -> {
            requireOurs(store);
            yield installer.install(id, null, agreed);
          }
        };
    return switch (outcome) {
      case Outcome.Installed installed -> installed.manifest().id();
      case Outcome.Updated updated -> updated.manifest().id();
      case Outcome.AlreadyThere there -> there.manifest().id();
      case Outcome.WaitsForApproval waits -> waits.pending().id();
    };
  }

  /** Whom to trust is the owner's to set, and not said along with what is wanted. */
  private void requireOurs(String store) {
    if (!store.isEmpty() && !store.equals(installer.storeName())) {
      String ours = installer.storeName();
      throw new Refused(
          ErrorCode.CONFLICT,
          ours.isEmpty()
              ? "this hub has no store; set apps.store to " + store + " and start it again"
              : "this hub installs from "
                  + ours
                  + "; set apps.store to install from another store");
    }
  }

  @Override
  public void update(String id) throws InterruptedException {
    Outcome _ = installer.update(id);
  }

  @Override
  public Optional<Manifest> pending(String id) {
    return installer.pendingManifest(id);
  }

  @Override
  public void approve(String id, Set<String> agreed) throws InterruptedException {
    Outcome _ = installer.approve(id, agreed);
  }

  @Override
  public void uninstall(String id, boolean keepData) throws InterruptedException {
    installer.uninstall(id, keepData);
  }
}
