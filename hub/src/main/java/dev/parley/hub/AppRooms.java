package dev.parley.hub;

import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.AppsConfig;
import dev.parley.apps.host.HostedApps;
import dev.parley.apps.host.LaunchGate;
import dev.parley.core.broker.Broker;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.processes.sandbox.Confinement;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Opens the apps of this hub, with everything that uses what they provide. */
final class AppRooms {
  private AppRooms() {}

  /**
   * Ends what a hub that was killed has left running. Apps are launched when the hub serves, by
   * {@link HostedApps#start}, and end before the rooms that use them.
   */
  static HostedApps open(
      Deque<AutoCloseable> parts, HubConfig config, Broker broker, LaunchGate gate) {
    // Attached in this order, detached in the reverse.
    List<Adapter> adapters = new ArrayList<>();
    HostedApps apps =
        HostedApps.open(config(config), broker.records(), broker.time(), gate, adapters);
    parts.push(apps);
    return apps;
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
