package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets every hub append. The hub that appended last is the first to know where the log ends, so
 * that a busy hub on a fast machine could win every time and another one never. A hub that was
 * overtaken twice in a row therefore publishes on a subject how long it has been waiting, again and
 * again until it has appended, which it publishes as well. The hub that has waited longest appends
 * next: the others hold back their next entry until it has, its requests stop, or a second is over.
 * After that second they append one entry before they hold back again, so a hub that asks and never
 * appends slows the others and stops nobody.
 *
 * <p>Who has waited longest is what keeps three hubs fair: two that are fast and take turns between
 * themselves would otherwise leave no gap in which a slow one is at the end of the log.
 *
 * <p>A hub asks while it takes over what it has missed, too: how long that takes depends on how far
 * it is behind, and with a hold of a fixed length a slow hub would fall behind further each time.
 */
final class AppendFairness {
  private static final int OVERTAKEN_IN_A_ROW = 2;
  private static final int REQUESTS_MAX = 1_000;
  static final long HOLD_BACK_NANOS_MAX = Duration.ofSeconds(1).toNanos();
  static final long ASK_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  /** The hub that asked has gone, or what it said was lost. */
  static final long REQUEST_NANOS = Duration.ofMillis(300).toNanos();

  /** What a hub says that has appended, in place of how long it waits. */
  private static final String DONE = "done";

  /** Since when a hub waits and when it said so, both by the clock here. */
  private record Request(long since, long heardAt) {}

  private final String node;
  private final Consumer<String> publish;
  private final LongSupplier nanoTime;
  private final Map<String, Request> requests = new ConcurrentHashMap<>();

  // Of the committer thread alone.
  private int overtaken;
  private long waitingSince;
  private long askedAt;
  private boolean holding;
  private long heldSince;

  AppendFairness(String node, Consumer<String> publish, LongSupplier nanoTime) {
    this.node = node;
    this.publish = publish;
    this.nanoTime = nanoTime;
    this.askedAt = nanoTime.getAsLong() - ASK_EVERY_NANOS;
  }

  /** Between the hubs of this cluster that are connected to its servers. */
  static AppendFairness over(Connection connection, String cluster, String node) {
    String subject = cluster + ".turn";
    Consumer<String> publish =
        text -> {
          try {
            connection.publish(subject, text.getBytes(StandardCharsets.UTF_8));
          } catch (IllegalStateException e) {
            // Not connected, so nothing can be appended anyway.
          }
        };
    var fairness = new AppendFairness(node, publish, System::nanoTime);
    Dispatcher dispatcher =
        connection.createDispatcher(
            message -> fairness.onPublished(new String(message.getData(), StandardCharsets.UTF_8)));
    dispatcher.subscribe(subject);
    return fairness;
  }

  /**
   * A hub says that it waits, or that it has appended. Any thread.
   *
   * @param text the hub's name and, after a space, for how many milliseconds it waits
   */
  void onPublished(String text) {
    String[] words = text.split(" ", 2);
    if (words.length < 2 || words[0].equals(node)) {
      return;
    }
    if (words[1].equals(DONE)) {
      requests.remove(words[0]);
      return;
    }
    try {
      long now = nanoTime.getAsLong();
      Duration waited = Duration.ofMillis(Integer.parseUnsignedInt(words[1]));
      if (requests.size() < REQUESTS_MAX || requests.containsKey(words[0])) {
        requests.put(words[0], new Request(now - waited.toNanos(), now));
      }
    } catch (NumberFormatException e) {
      // Not from a hub.
    }
  }

  /** Whether the committer waits for an entry of another hub before it appends its own. */
  boolean holdsBack() {
    long now = nanoTime.getAsLong();
    if (!isAnotherBefore(now)) {
      holding = false;
      return false;
    }
    if (!holding) {
      holding = true;
      heldSince = now;
    }
    return now - heldSince < HOLD_BACK_NANOS_MAX;
  }

  private boolean isAnotherBefore(long now) {
    if (requests.isEmpty()) {
      return false;
    }
    requests.values().removeIf(request -> now - request.heardAt >= REQUEST_NANOS);
    return requests.values().stream()
        .anyMatch(request -> !isOvertaken() || request.since - waitingSince < 0);
  }

  void onEntryOfAnother() {
    askIfOvertaken();
  }

  void onAppended() {
    if (isOvertaken()) {
      publish.accept(node + " " + DONE);
    }
    overtaken = 0;
    holding = false;
  }

  void onOvertaken() {
    if (overtaken++ == 0) {
      waitingSince = nanoTime.getAsLong();
    }
    askIfOvertaken();
  }

  private boolean isOvertaken() {
    return overtaken >= OVERTAKEN_IN_A_ROW;
  }

  private void askIfOvertaken() {
    long now = nanoTime.getAsLong();
    if (isOvertaken() && now - askedAt >= ASK_EVERY_NANOS) {
      askedAt = now;
      publish.accept(node + " " + Duration.ofNanos(now - waitingSince).toMillis());
    }
  }
}
