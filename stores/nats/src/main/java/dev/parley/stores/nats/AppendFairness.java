package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets every hub append. The hub that appended last is the first to know where the log ends, so
 * that a busy hub on a fast machine could win every time and another one never. A hub that was
 * overtaken twice in a row, or once and is far behind, therefore publishes on a subject how long it
 * has been waiting, again and again until it has appended, which it publishes as well. The hub that
 * has waited longest appends next: the others hold back their next entry until it has, its requests
 * stop, or some time is over. After that they append one entry before they hold back again, so a
 * hub that asks and never appends slows the others and stops nobody.
 *
 * <p>How long they hold back grows with how long it has waited, from one second to five: a hub that
 * was overtaken makes its whole commit again, and the longer it waited the more its commit holds.
 *
 * <p>Who has waited longest is what keeps three hubs fair: two that are fast and take turns between
 * themselves would otherwise leave no gap in which a slow one is at the end of the log.
 *
 * <p>A hub asks while it takes over what it has missed, too: how long that takes depends on how far
 * it is behind, and with a hold of a fixed length a slow hub would fall behind further each time.
 */
final class AppendFairness {
  private static final Logger LOG = LoggerFactory.getLogger(AppendFairness.class);
  private static final int OVERTAKEN_IN_A_ROW = 2;

  /**
   * Whoever is overtaken with so many entries still to take over does not wait for the next time.
   */
  static final int FAR_BEHIND = 16;

  private static final int REQUESTS_MAX = 1_000;
  static final long HOLD_BACK_NANOS = Duration.ofSeconds(1).toNanos();
  static final long HOLD_BACK_NANOS_MAX = Duration.ofSeconds(5).toNanos();
  static final long ASK_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  /** A hub that says nothing for longer has gone, or what it said was lost. */
  static final long REQUEST_NANOS = Duration.ofMillis(300).toNanos();

  private static final long WARN_NANOS = Duration.ofSeconds(10).toNanos();

  /** What a hub says that has appended, in place of how long it waits. */
  private static final String DONE = "done";

  /** Since when a hub waits and when it said so, both by the clock here. */
  private record Request(long since, long heardAt) {
    private long waited() {
      return heardAt - since;
    }

    /** It may be making its commit again, and says nothing meanwhile. */
    boolean isOver(long now) {
      return now - heardAt >= Math.clamp(waited(), REQUEST_NANOS, HOLD_BACK_NANOS_MAX);
    }

    long holdBackNanos() {
      return Math.clamp(waited() / 2, HOLD_BACK_NANOS, HOLD_BACK_NANOS_MAX);
    }
  }

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
  private boolean warned;

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
    if (requests.isEmpty()) {
      holding = false;
      return false;
    }
    long now = nanoTime.getAsLong();
    requests.values().removeIf(request -> request.isOver(now));
    long holdBackNanos = 0;
    for (Request request : requests.values()) {
      if (!isOvertaken() || request.since - waitingSince < 0) {
        holdBackNanos = Math.max(holdBackNanos, request.holdBackNanos());
      }
    }
    if (holdBackNanos == 0) {
      holding = false;
      return false;
    }
    if (!holding) {
      holding = true;
      heldSince = now;
    }
    return now - heldSince < holdBackNanos;
  }

  /**
   * An entry of another hub was taken over.
   *
   * @param waiting how many more have come
   */
  void onEntryOfAnother(int waiting) {
    if (overtaken > 0 && waiting >= FAR_BEHIND) {
      overtaken = Math.max(overtaken, OVERTAKEN_IN_A_ROW);
    }
    askIfOvertaken();
  }

  void onAppended() {
    if (isOvertaken()) {
      publish.accept(node + " " + DONE);
    }
    overtaken = 0;
    holding = false;
    warned = false;
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
      if (!warned && now - waitingSince > WARN_NANOS) {
        warned = true;
        LOG.warn(
            "other hubs append so fast that this one has had no turn for {} s",
            Duration.ofNanos(now - waitingSince).toSeconds());
      }
      publish.accept(node + " " + Duration.ofNanos(now - waitingSince).toMillis());
    }
  }
}
