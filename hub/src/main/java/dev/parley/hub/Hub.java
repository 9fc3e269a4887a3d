package dev.parley.hub;

import dev.parley.hub.config.HubConfig;

/** A running hub: everything wired together. Starting returns when it serves. */
@SuppressWarnings("DoNotCallSuggester") // Until there is something to start.
public final class Hub implements AutoCloseable {

  private Hub() {}

  /** Placeholder until the wiring is written: nothing can be started yet. */
  public static Hub start(HubConfig config) {
    throw new UnsupportedOperationException("the hub is not wired together yet: " + config.data());
  }

  /** The owner's port that was bound. */
  public int port() {
    throw new UnsupportedOperationException();
  }

  /** The agents' port that was bound. */
  public int agentPort() {
    throw new UnsupportedOperationException();
  }

  /** Stops taking requests, finishes what was accepted, and lets go of the data directory. */
  @Override
  public void close() {}
}
