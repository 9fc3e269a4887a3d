package dev.parley.doors.gateway;

import dev.parley.doors.ws.Connection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages that need nothing any more, until the connection takes note of it: once for all that one
 * commit has stored, and not in a turn of the event loop for each. They get no answer, so nothing
 * else would tell a connection that has stopped reading to go on.
 */
final class Settled implements Runnable {
  private static final int BYTES_BITS = 40;
  private static final long ONE = 1L << BYTES_BITS;

  private final Connection connection;

  /** How many, and their bytes: both are bounded by what a connection may have unanswered. */
  private final AtomicLong since = new AtomicLong();

  Settled(Connection connection) {
    this.connection = connection;
  }

  /** Any thread. */
  void add(int requestBytes) {
    if (since.getAndAdd(ONE + requestBytes) == 0) {
      connection.eventLoop().execute(this);
    }
  }

  /** Event loop. */
  @Override
  public void run() {
    long all = since.getAndSet(0);
    connection.onSettled((int) (all >>> BYTES_BITS), (int) (all & (ONE - 1)));
  }
}
