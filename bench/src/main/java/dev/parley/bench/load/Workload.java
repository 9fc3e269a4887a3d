package dev.parley.bench.load;

/**
 * What is sent, and how much of it at once.
 *
 * @param connections senders, each a connection of its own
 * @param inboxes where the messages go, in turn
 * @param window published and unconfirmed messages a connection
 * @param bodyBytes size of a message's body
 * @param ackEvery messages a batched acknowledgement covers at full speed
 */
public record Workload(int connections, int inboxes, int window, int bodyBytes, int ackEvery) {
  public static final Workload DEFAULT = new Workload(16, 100, 256, 300, 16);

  public Workload {
    if (connections < 1 || connections > 99) {
      throw new IllegalArgumentException("connections: 1 to 99, not " + connections);
    }
    if (inboxes < 1 || inboxes > 999) {
      throw new IllegalArgumentException("inboxes: 1 to 999, not " + inboxes);
    }
    if (window < 1 || window > 4_000) {
      throw new IllegalArgumentException("window: 1 to 4000, not " + window);
    }
    if (bodyBytes < Body.BYTES_MIN) {
      throw new IllegalArgumentException("body: at least " + Body.BYTES_MIN + " bytes");
    }
  }

  public int inFlightMax() {
    return connections * window;
  }

  /** Delivered and unacknowledged messages an inbox: a connection holds what all may publish. */
  public int unacknowledgedMax() {
    return Math.max(1, inFlightMax() * connections / inboxes);
  }

  /** The inbox of a sender's message number {@code sequence}: each sender starts elsewhere. */
  public int inbox(int sender, long sequence) {
    return (int) ((sequence + sender * 7L) % inboxes);
  }

  /** The first sequence with which the sender reaches the inbox. */
  long firstSequence(int sender, int inbox) {
    return Math.floorMod(inbox - sender * 7L, (long) inboxes);
  }

  /** The connection that reads the inbox. */
  public int reader(int inbox) {
    return inbox % connections;
  }

  /** The nearest number of messages, not less, that all senders share equally. */
  public long evenly(long messages) {
    return Math.ceilDiv(messages, connections) * connections;
  }

  @Override
  public String toString() {
    return "%d connections, %d inboxes, %d-byte bodies, %d in flight"
        .formatted(connections, inboxes, bodyBytes, inFlightMax());
  }
}
