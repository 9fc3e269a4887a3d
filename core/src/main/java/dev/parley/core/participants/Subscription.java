package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;

/** What somebody asked for, and when (Unix milliseconds). */
public record Subscription(Pattern pattern, long addedAt) {
  private static final int PER_SUBSCRIBER_MAX = 10_000;

  /** The subscription every agent has by being one: to what is sent to it. */
  static Pattern automatic(AgentId agent) {
    return Pattern.parse("agent/" + agent.value());
  }

  static List<Subscription> added(List<Subscription> before, Pattern pattern, long now) {
    if (before.stream().anyMatch(subscription -> subscription.pattern.equals(pattern))) {
      return before;
    }
    if (before.size() >= PER_SUBSCRIBER_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "at most " + PER_SUBSCRIBER_MAX + " subscriptions; remove one or use a wildcard");
    }
    List<Subscription> after = new ArrayList<>(before);
    after.add(new Subscription(pattern, now));
    return after;
  }

  static List<Subscription> removed(List<Subscription> before, Pattern pattern, String whose) {
    List<Subscription> after = new ArrayList<>(before);
    if (!after.removeIf(subscription -> subscription.pattern.equals(pattern))) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "'" + whose + "' is not subscribed to '" + pattern.text() + "'");
    }
    return after;
  }
}
