package dev.parley.identity.limits;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast agents may go: messages an agent, over all its connections, and requests a connection;
 * where a protocol has no connections, requests an agent. The owner is not limited. Any thread, no
 * lock; memory is bounded by the agents that have been busy lately.
 */
public final class RateLimits {
  private static final int SWEEP_MIN = 1_024;
  private static final long NANOS_A_MILLI = 1_000_000;

  private final Rate messages;
  private final Rate requests;
  private final LongSupplier nanos;
  private final Buckets ofMessages = new Buckets();
  private final Buckets ofRequests = new Buckets();

  /**
   * @param nanos a clock that never goes back
   */
  public RateLimits(Rate messages, Rate requests, LongSupplier nanos) {
    this.messages = messages;
    this.requests = requests;
    this.nanos = nanos;
  }

  public static RateLimits none() {
    return new RateLimits(Rate.UNLIMITED, Rate.UNLIMITED, System::nanoTime);
  }

  /**
   * Counts a message.
   *
   * @throws Refused when it is one too many
   */
  public void onMessage(Sender from) {
    if (messages.isLimited() && from.behalf() == Sender.Behalf.AGENT) {
      long now = nanos.getAsLong();
      require(ofMessages.of(from.name(), messages, now).take(now), "messages", messages);
    }
  }

  /**
   * Counts a request of a protocol without connections.
   *
   * @throws Refused when it is one too many
   */
  public void onRequest(Principal who) {
    if (requests.isLimited() && who instanceof Principal.AgentPrincipal agent) {
      long now = nanos.getAsLong();
      require(ofRequests.of(agent.id().value(), requests, now).take(now), "requests", requests);
    }
  }

  /** For a new connection: what {@link #onRequest(Bucket)} wants, or null without a limit. */
  public @Nullable Bucket connection(Principal who) {
    return requests.isLimited() && !who.isOwner() ? new Bucket(requests, nanos.getAsLong()) : null;
  }

  /**
   * Counts a request of a connection.
   *
   * @throws Refused when it is one too many
   */
  public void onRequest(Bucket connection) {
    require(connection.take(nanos.getAsLong()), "requests", requests);
  }

  int size() {
    return ofMessages.buckets.size() + ofRequests.buckets.size();
  }

  private static void require(long waitNanos, String what, Rate rate) {
    if (waitNanos > 0) {
      long millis = (waitNanos + NANOS_A_MILLI - 1) / NANOS_A_MILLI;
      throw new Refused(
          ErrorCode.RATE_LIMITED,
          "more than " + rate.perSecond() + " " + what + " a second; wait " + millis + " ms",
          Duration.ofMillis(millis));
    }
  }

  /** One bucket a name. Full ones are as good as new ones and go when there are many. */
  private static final class Buckets {
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private volatile int sweepAt = SWEEP_MIN;

    Bucket of(String name, Rate rate, long now) {
      Bucket known = buckets.get(name);
      if (known != null) {
        return known;
      }
      if (buckets.size() >= sweepAt) {
        buckets.values().removeIf(bucket -> bucket.isFull(now));
        sweepAt = Math.max(SWEEP_MIN, 2 * buckets.size());
      }
      return buckets.computeIfAbsent(name, _ -> new Bucket(rate, now));
    }
  }
}
