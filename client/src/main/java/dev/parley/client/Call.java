package dev.parley.client;

import dev.parley.client.json.JsonObject;
import java.util.concurrent.CompletableFuture;

/** A request that has its number and waits for its answer. */
final class Call {
  /** Not yet on any connection. */
  static final int UNSENT = -1;

  /** Whoever made it watches the time. */
  static final long NO_DEADLINE = Long.MIN_VALUE;

  final long id;
  final byte[] frame;
  final boolean failsIfLost;
  final CompletableFuture<JsonObject> answer = new CompletableFuture<>();

  /** The number of the connection it was last sent on; guarded by the link's lock. */
  int sentOn = UNSENT;

  /** By {@link System#nanoTime}; set before {@link Deadlines} is told of it. */
  long deadline = NO_DEADLINE;

  Call(long id, Request request) {
    this.id = id;
    this.frame = request.frame(id);
    this.failsIfLost = request.failsIfLost();
  }
}
