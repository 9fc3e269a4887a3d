package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets every hub append. The hub that appended last is the first to know where the log ends, so
 * that a busy hub on a fast machine could win every time and another one never. A hub that was
 * overtaken twice in a row therefore publishes its name on a subject, again and again until it has
 * appended; the other hubs hold back their next entry meanwhile, until an entry of another hub has
 * arrived, the requests stop, or a second is over. After that second they append one entry before
 * they hold back again, so a hub that asks and never appends slows the others and stops nobody.
 *
 * <p>A hub asks while it takes over what it has missed, too: how long that takes depends on how far
 * it is behind, and with a hold of a fixed length a slow hub would fall behind further each time.
 */
final class AppendFairness {
  private static final int OVERTAKEN_IN_A_ROW = 2;
  static final long HOLD_BACK_NANOS_MAX = Duration.ofSeconds(1).toNanos();
  static final long ASK_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  /** The hub that asked has appended since, or has gone. */
  static final long REQUEST_NANOS = Duration.ofMillis(300).toNanos();

  private final String node;
  private final Consumer<String> ask;
  private final LongSupplier nanoTime;
  private volatile long requestedAt;

  // Of the committer thread alone.
  private int overtaken;
  private long askedAt;
  private boolean holding;
  private long heldSince;

  AppendFairness(String node, Consumer<String> ask, LongSupplier nanoTime) {
    this.node = node;
    this.ask = ask;
    this.nanoTime = nanoTime;
    this.requestedAt = nanoTime.getAsLong() - REQUEST_NANOS;
    this.askedAt = nanoTime.getAsLong() - ASK_EVERY_NANOS;
  }

  /** Between the hubs of this cluster that are connected to its servers. */
  static AppendFairness over(Connection connection, String cluster, String node) {
    String subject = cluster + ".turn";
    Consumer<String> ask =
        asking -> {
          try {
            connection.publish(subject, asking.getBytes(StandardCharsets.UTF_8));
          } catch (IllegalStateException e) {
            // Not connected, so nothing can be appended anyway.
          }
        };
    var fairness = new AppendFairness(node, ask, System::nanoTime);
    Dispatcher dispatcher =
        connection.createDispatcher(
            message -> fairness.onRequest(new String(message.getData(), StandardCharsets.UTF_8)));
    dispatcher.subscribe(subject);
    return fairness;
  }

  /** Any thread. */
  void onRequest(String other) {
    if (!other.equals(node)) {
      requestedAt = nanoTime.getAsLong();
    }
  }

  /** Whether the committer waits for an entry of another hub before it appends its own. */
  boolean holdsBack() {
    long now = nanoTime.getAsLong();
    if (now - requestedAt >= REQUEST_NANOS || isOvertaken()) {
      holding = false;
      return false;
    }
    if (!holding) {
      holding = true;
      heldSince = now;
    }
    return now - heldSince < HOLD_BACK_NANOS_MAX;
  }

  /** If that was not the hub that had asked, that one asks again. */
  void onEntryOfAnother() {
    requestedAt = nanoTime.getAsLong() - REQUEST_NANOS;
    askIfOvertaken();
  }

  void onAppended() {
    overtaken = 0;
    holding = false;
  }

  void onOvertaken() {
    overtaken++;
    askIfOvertaken();
  }

  private boolean isOvertaken() {
    return overtaken >= OVERTAKEN_IN_A_ROW;
  }

  private void askIfOvertaken() {
    long now = nanoTime.getAsLong();
    if (isOvertaken() && now - askedAt >= ASK_EVERY_NANOS) {
      askedAt = now;
      ask.accept(node);
    }
  }
}
