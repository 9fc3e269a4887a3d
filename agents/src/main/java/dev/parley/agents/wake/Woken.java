package dev.parley.agents.wake;

/** That a recipient of a message was woken for it. */
public record Woken(String agent, Attempt attempt) {
  boolean isSame(Woken other) {
    return agent.equals(other.agent)
        && attempt.at() == other.attempt.at()
        && attempt.way().equals(other.attempt.way());
  }
}
