package dev.parley.doors.status;

import java.util.Map;

/**
 * What the pages show; the composition root provides it. Any thread but an event loop: it may ask
 * the store.
 */
public interface HubView {

  String version();

  /** Unix milliseconds. */
  long startedAt();

  /** May messages be accepted right now? Must not block. */
  boolean isReady();

  /**
   * Numbers by name, in the order in which they are shown; gauges are those that {@link Metrics}
   * knows as such.
   */
  Map<String, Long> numbers();
}
