package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The hub's end of a listening connection. Any thread. */
public interface Listening {

  /** Where it started: the position of the last copy that will not be pushed. */
  long cursor();

  /**
   * Acknowledges copies by id, whether or not they are in flight here; completes, when durable,
   * with how many moved.
   */
  CompletableFuture<Integer> ack(List<MessageId> ids);

  /** Acknowledges copies in flight on this listener by their cursors. */
  CompletableFuture<Integer> ackCursors(long[] cursors);

  /** Acknowledges everything in flight on this listener up to a cursor, inclusive. */
  CompletableFuture<Integer> ackUpTo(long cursor);

  /** There is room again. */
  void resume();

  /** Stops listening; what is in flight becomes pending for others. */
  void close();
}
