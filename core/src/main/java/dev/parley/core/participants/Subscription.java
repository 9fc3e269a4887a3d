package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;

/** What somebody asked for, and when (Unix milliseconds). */
public record Subscription(Pattern pattern, long addedAt) {

  /** The subscription every agent has by being one: to what is sent to it. */
  static Pattern automatic(AgentId agent) {
    return Pattern.parse("agent/" + agent.value());
  }
}
