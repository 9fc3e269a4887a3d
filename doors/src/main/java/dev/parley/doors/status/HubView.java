package dev.parley.doors.status;

import dev.parley.core.metrics.Histogram;
import java.util.List;
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

  /** Numbers by name, in the order in which they are shown; the same names every time. */
  Map<String, Long> numbers();

  /** How many messages were refused since the start, by error code; the same codes every time. */
  Map<String, Long> refusals();

  /** The same ones every time. */
  List<Histogram> histograms();

  /** Connections there are now. */
  Map<String, Long> connectionsByDoor();

  /** How many messages each follower of the journal has yet to read, by the follower's name. */
  Map<String, Long> followerLags();
}
