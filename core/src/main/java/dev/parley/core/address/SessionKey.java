package dev.parley.core.address;

/** A session together with its agent: unique in a hub. */
public record SessionKey(AgentId agent, SessionId session) {

  /** {@code agent/session}; neither id can contain the slash. */
  public String text() {
    return agent.value() + '/' + session.value();
  }

  @Override
  public String toString() {
    return text();
  }
}
