package dev.parley.apps.host;

import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all apps of a hub share.
 *
 * @param places one for each app that may run
 * @param placesMax how many there are
 * @param restarts counts how often an app was started again by itself
 */
record Means(
    Launcher launcher,
    List<Adapter> adapters,
    KeptSettings settings,
    Timekeeper time,
    Semaphore places,
    int placesMax,
    LongAdder restarts) {
  Means {
    adapters = List.copyOf(adapters);
  }
}
