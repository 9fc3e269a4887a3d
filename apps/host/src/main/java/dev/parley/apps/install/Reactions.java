package dev.parley.apps.install;

import dev.parley.apps.manifest.Manifest;
import java.util.function.Consumer;

/** What a hub does when its store tells of an app. Blocks. */
public final class Reactions {
  private final Installer installer;
  private final Consumer<String> owner;

  /**
   * @param owner told in words what was done
   */
  public Reactions(Installer installer, Consumer<String> owner) {
    this.installer = installer;
    this.owner = owner;
  }

  /**
   * Whether it was the store that tells is for the caller to know. That something was revoked is
   * looked up there all the same, and only what came from the store is updated or removed.
   *
   * @throws dev.parley.core.error.Refused when it came to nothing; what was there is as it was
   */
  public void onEvent(StoreEvent event) throws InterruptedException {
    boolean there = installer.installed(event.id()).isPresent();
    boolean fromStore =
        installer.origin(event.id()).filter(from -> from.store() != null).isPresent();
    switch (event.type()) {
      case INSTALLED -> {
        if (!there) {
          said(installer.install(event.id(), null));
        }
      }
      case UPDATED -> {
        if (fromStore) {
          said(installer.install(event.id(), null));
        }
      }
      case UNINSTALLED -> {
        if (fromStore) {
          installer.uninstall(event.id());
        }
      }
      case REVOKED -> {
        int _ = installer.sweepAnew();
      }
    }
  }

  private void said(Outcome outcome) {
    switch (outcome) {
      case Outcome.Installed(Manifest app) ->
          owner.accept("The app " + app.id() + " " + app.version() + " was installed.");
      case Outcome.Updated(Manifest app, String from) ->
          owner.accept(
              "The app " + app.id() + " was updated from " + from + " to " + app.version() + ".");
      case Outcome.WaitsForApproval(Pending pending) ->
          owner.accept(
              "Version "
                  + pending.version()
                  + " of the app "
                  + pending.id()
                  + " asks for more permissions and waits for your approval.");
      case Outcome.AlreadyThere _ -> {}
    }
  }
}
