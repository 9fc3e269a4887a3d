package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Lets every hub write. Who has just written knows first where the log ends, so that a busy hub on
 * a fast machine would be first again and again, and another would never come to its turn. One that
 * is overtaken twice in a row says so, and the others hold back their next entry until they have
 * heard one of its, for a moment at most. What is said here may be lost: it is said again.
 */
final class Turns {
  private static final Duration HOLD_BACK_MAX = Duration.ofMillis(100);
  private static final int OVERTAKEN_IN_A_ROW = 2;
  private static final long SAY_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  /** A wish that is older has been granted, or its hub has gone. */
  private static final long WISH_NANOS = Duration.ofMillis(500).toNanos();

  private final Connection connection;
  private final String subject;
  private final String node;
  private volatile long wishedAt = System.nanoTime() - WISH_NANOS;

  // The committer's own.
  private int overtaken;
  private long saidAt = System.nanoTime() - SAY_EVERY_NANOS;

  Turns(Connection connection, String cluster, String node) {
    this.connection = connection;
    this.subject = cluster + ".turn";
    this.node = node;
    Dispatcher dispatcher =
        connection.createDispatcher(
            message -> onWish(new String(message.getData(), StandardCharsets.UTF_8)));
    dispatcher.subscribe(subject);
  }

  private void onWish(String other) {
    if (!other.equals(node)) {
      wishedAt = System.nanoTime();
    }
  }

  /**
   * How long to wait for an entry of another hub before one's own. Once for a wish: who still wants
   * its turn says so again.
   */
  long holdBackMillis() {
    boolean wished = System.nanoTime() - wishedAt < WISH_NANOS;
    if (!wished || overtaken >= OVERTAKEN_IN_A_ROW) {
      return 0;
    }
    wishedAt = System.nanoTime() - WISH_NANOS;
    return HOLD_BACK_MAX.toMillis();
  }

  /** Another hub has written: whoever wished for it says so again if it was not its turn. */
  void onTakenOver() {
    wishedAt = System.nanoTime() - WISH_NANOS;
  }

  void onWritten() {
    overtaken = 0;
  }

  void onOvertaken() {
    overtaken++;
    long now = System.nanoTime();
    if (overtaken >= OVERTAKEN_IN_A_ROW && now - saidAt >= SAY_EVERY_NANOS) {
      saidAt = now;
      try {
        connection.publish(subject, node.getBytes(StandardCharsets.UTF_8));
      } catch (IllegalStateException e) {
        // Not connected, so there are no turns at all.
      }
    }
  }
}
