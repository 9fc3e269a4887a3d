package dev.parley.agents.turns;

import java.util.List;
import java.util.UUID;

/**
 * Which hub makes the turn of a session, and of what.
 *
 * @param attempt how many hubs, this one included, have begun it
 * @param numbers of the arrivals it is about
 */
record Claim(UUID turn, String hub, int attempt, long startedAt, List<Long> numbers) {
  Claim {
    numbers = List.copyOf(numbers);
  }

  /** As it was before this hub began with it. */
  Claim givenBack() {
    return new Claim(turn, hub, attempt - 1, startedAt, numbers);
  }
}
