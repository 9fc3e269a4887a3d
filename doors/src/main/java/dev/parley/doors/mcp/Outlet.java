package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Hearing;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/** Where the things said about one request go. Any thread; one at a time. */
interface Outlet {

  /** Something before the answer: progress, a log entry, a question. */
  void send(ObjectNode message);

  /**
   * The answer, after which nothing comes. Completes with whether it was written to a client that
   * was there.
   *
   * @param status for transports that have not said one yet
   */
  CompletableFuture<Boolean> answer(ObjectNode message, int status);

  /** There will be no answer, because nobody waits for one. */
  void abandon();

  /** Ends the connection but not the conversation, where the client can come back. */
  default void hangUp() {}

  Hearing hearing();

  /** Runs this, on any thread, whenever {@link #hearing} may have changed. */
  void onHearing(Runnable change);
}
