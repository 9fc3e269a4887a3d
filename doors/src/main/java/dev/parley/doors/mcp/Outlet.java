package dev.parley.doors.mcp;

import tools.jackson.databind.node.ObjectNode;

/** Where the things said about one request go. Any thread; one at a time. */
interface Outlet {

  /** Something before the answer: progress, a log entry, a question. */
  void send(ObjectNode message);

  /**
   * The answer, after which nothing comes.
   *
   * @param status for transports that have not said one yet
   */
  void answer(ObjectNode message, int status);

  /** There will be no answer, because nobody waits for one. */
  void abandon();

  /** Ends the connection but not the conversation, where the client can come back. */
  default void hangUp() {}
}
