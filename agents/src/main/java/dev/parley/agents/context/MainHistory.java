package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import java.util.List;

/** Earlier turns with the owner. Only {@link Conversations} makes one. */
public final class MainHistory {
  private final AgentId agent;
  private final String summary;
  private final List<Exchange> exchanges;

  MainHistory(AgentId agent, String summary, List<Exchange> exchanges) {
    this.agent = agent;
    this.summary = summary;
    this.exchanges = List.copyOf(exchanges);
  }

  public AgentId agent() {
    return agent;
  }

  /** What was said before those, in the words of a brain; empty when there is nothing before. */
  public String summary() {
    return summary;
  }

  /** The oldest first. */
  public List<Exchange> exchanges() {
    return exchanges;
  }
}
