package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import java.util.List;

/** Earlier turns with the owner. Only {@link Conversations} makes one. */
public final class MainHistory {
  private final AgentId agent;
  private final List<Exchange> exchanges;

  MainHistory(AgentId agent, List<Exchange> exchanges) {
    this.agent = agent;
    this.exchanges = List.copyOf(exchanges);
  }

  public AgentId agent() {
    return agent;
  }

  /** The oldest first. */
  public List<Exchange> exchanges() {
    return exchanges;
  }
}
