package dev.parley.hub;

import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.AppsConfig;
import dev.parley.apps.host.HostedApps;
import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.oauth.AppLogins;
import dev.parley.apps.store.Store;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.loops.Loops;
import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Deque;
import java.util.List;

/** Opens the apps of this hub, with everything that uses what they provide. */
final class AppRooms {
  private AppRooms() {}

  /**
   * Ends what a hub that was killed has left running. Apps are launched when the hub serves, by
   * {@link HostedApps#start}, and end before the rooms that use them.
   *
   * @param adapters attached in this order, detached in the reverse
   */
  static HostedApps open(
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      LaunchGate gate,
      List<Adapter> adapters) {
    HostedApps apps =
        HostedApps.open(config(config), broker.records(), broker.time(), gate, adapters);
    parts.push(apps);
    return apps;
  }

  /** Where others publish apps, and get them; what an earlier hub left to tell is told now. */
  static Store store(HubConfig config, Broker broker, Blobs blobs, Loops loops) {
    URI address = config.http().publicUrl();
    return Store.open(
            broker,
            blobs,
            config.data().resolve(DataDirectory.APP_STORE),
            address == null ? "" : address.toString().replaceFirst("/+$", ""),
            new InstallMail(broker, loops))
        .start();
  }

  /** What people meet of them. */
  static dev.parley.doors.rest.apps.AppRooms atDoors(
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      HostedApps apps,
      AppInstalls installs) {
    try {
      AppLogins logins =
          AppLogins.open(
              apps,
              config.apps().providers(),
              config.data().resolve(DataDirectory.APP_LOGINS),
              broker.time());
      parts.push(logins);
      return new dev.parley.doors.rest.apps.AppRooms(
          apps, new InstalledPackages(installs.start(parts, apps)), logins);
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static AppsConfig config(HubConfig config) {
    return new AppsConfig(
        config.apps().enabled(),
        config.data().resolve(DataDirectory.APPS),
        config.data(),
        config.data().resolve(DataDirectory.APP_RUN),
        System.getenv(),
        config.apps().runningMax(),
        config.apps().limits().orElse(null),
        Confinement::here,
        AppsConfig.PATIENCE);
  }
}
