package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;

/** How an answer of one kind looks: its members after {@code type} and {@code requestId}. */
@FunctionalInterface
interface Shape<T> {

  /** Writes members, each with the comma before it. On the connection's event loop. */
  void write(JsonBuffer out, T value);

  /**
   * What the request counts for beside its own bytes until it is answered, so that a connection
   * cannot have thousands of large answers made at once.
   */
  default int reserved() {
    return 0;
  }

  /** About how many bytes that will be. */
  default int weight(T value) {
    return 256;
  }
}
