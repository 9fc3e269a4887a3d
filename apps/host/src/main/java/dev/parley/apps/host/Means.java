package dev.parley.apps.host;

import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all apps of a hub share.
 *
 * @param places how many may run
 * @param restarts counts how often an app was started again by itself
 */
record Means(
    Launcher launcher,
    List<Adapter> adapters,
    KeptSettings settings,
    Timekeeper time,
    Places places,
    LongAdder restarts,
    Background background) {
  Means {
    adapters = List.copyOf(adapters);
  }
}
