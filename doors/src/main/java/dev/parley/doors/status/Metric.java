package dev.parley.doors.status;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The numbers of the hub: how each is called, what it means and whether it can go down again. A
 * number that is missing here makes {@link Metrics} fail, which a test would notice.
 */
enum Metric {
  ACCEPTED("accepted", Kind.COUNTER, "messages accepted"),
  COPIES("copies", Kind.COUNTER, "copies of them that were put into inboxes"),
  UNMATCHED("unmatched", Kind.COUNTER, "messages that nobody was there to receive"),
  DUPLICATES("duplicates", Kind.COUNTER, "messages that had been accepted before"),
  REFUSED("refused", Kind.BY_REASON, "messages that were refused, by error code"),
  RECEIVED("received", Kind.COUNTER, "copies that were fetched"),
  EXPIRED("expired", Kind.COUNTER, "copies that expired"),
  PUSHES("pushes", Kind.COUNTER, "copies that were pushed to listeners"),
  GIVEN_UP("givenUp", Kind.COUNTER, "copies that nobody acknowledged in the allowed attempts"),
  COMMITS("commits", Kind.COUNTER, "commits to the store"),
  COMMITTED_JOBS("committedJobs", Kind.COUNTER, "changes in them"),
  LISTENERS("listeners", Kind.GAUGE, "listeners on inboxes"),
  QUEUED("queued", Kind.GAUGE, "changes that wait for the next commit"),
  REQUESTS_WAITING("requestsWaiting", Kind.GAUGE, "requests without an answer yet"),
  FOLLOWERS_FAILING(
      "followersFailing", Kind.GAUGE, "followers of the journal whose last attempt failed"),
  AGENTS("agents", Kind.GAUGE, "agents"),
  SESSIONS("sessions", Kind.GAUGE, "sessions"),
  SUBSCRIPTIONS("subscriptions", Kind.GAUGE, "subscriptions"),
  DEAD_LETTERS("deadLetters", Kind.GAUGE, "dead letters that nobody has dealt with"),
  STORE_BYTES("storeBytes", Kind.GAUGE, "size of the store on disk"),
  CLOCK_AHEAD_MILLIS(
      "clockAheadMillis", Kind.GAUGE, "how far this hub's clock is ahead of the other hubs'"),
  CLOCK_AGREED("clockAgreed", Kind.GAUGE, "1 while things end by this hub's clock"),
  WEB_SOCKETS("webSockets", Kind.GAUGE, "WebSocket connections"),
  FRAMES_IN("framesIn", Kind.COUNTER, "WebSocket frames received"),
  FRAMES_OUT("framesOut", Kind.COUNTER, "WebSocket frames sent"),
  BYTES_OUT("bytesOut", Kind.COUNTER, "bytes in the WebSocket frames sent"),
  TURNS("turns", Kind.COUNTER, "turns that agents' brains have made"),
  TURNS_RUNNING("turnsRunning", Kind.GAUGE, "turns that are being made"),
  TURNS_QUEUED("turnsQueued", Kind.GAUGE, "turns that are due and wait for a place in their lane"),
  SPANS_SENT("spansSent", Kind.COUNTER, "spans of traces that the collector has taken"),
  SPANS_DROPPED(
      "spansDropped", Kind.COUNTER, "spans that waited with too many others or were not taken"),
  APPS_RUNNING("appsRunning", Kind.GAUGE, "native apps that run"),
  APPS_FAILED("appsFailed", Kind.GAUGE, "native apps that could not be launched or have ended"),
  APPS_UNHEALTHY(
      "appsUnhealthy", Kind.GAUGE, "native apps that were started again too often and left alone"),
  APP_RESTARTS(
      "appRestarts", Kind.COUNTER, "starts of native apps that had ended or were not well"),
  HEAP_BYTES("heapBytes", Kind.GAUGE, "memory in use"),
  THREADS("threads", Kind.GAUGE, "platform threads");

  enum Kind {
    /** Counts up from the start of the hub. */
    COUNTER,
    /** The same, with {@link HubView#refusals} for its labels. */
    BY_REASON,
    GAUGE
  }

  private static final Map<String, Metric> BY_NUMBER =
      Stream.of(values()).collect(Collectors.toMap(Metric::number, Function.identity()));

  private final String number;
  private final Kind kind;
  private final String help;

  Metric(String number, Kind kind, String help) {
    this.number = number;
    this.kind = kind;
    this.help = help;
  }

  /**
   * @throws IllegalStateException when nobody has said what that number means
   */
  static Metric of(String number) {
    Metric metric = BY_NUMBER.get(number);
    if (metric == null) {
      throw new IllegalStateException("the number '" + number + "' is not declared in Metric");
    }
    return metric;
  }

  /** By which {@link HubView#numbers} knows it. */
  String number() {
    return number;
  }

  Kind kind() {
    return kind;
  }

  String help() {
    return help;
  }

  /** Without the {@code _total} that counters get. */
  String prometheusName() {
    return "parley_" + name().toLowerCase(Locale.ROOT);
  }
}
