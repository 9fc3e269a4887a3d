package dev.parley.core.address;

/** A session together with its agent: unique in a hub. */
public record SessionKey(AgentId agent, SessionId session) {

  /**
   * @throws InvalidAddress if the text is not {@code agent/session}
   */
  public static SessionKey parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new InvalidAddress("a session is named agent/session, and there is no slash");
    }
    return new SessionKey(
        new AgentId(text.substring(0, slash)), new SessionId(text.substring(slash + 1)));
  }

  /** {@code agent/session}; neither id can contain the slash. */
  public String text() {
    return agent.value() + '/' + session.value();
  }

  @Override
  public String toString() {
    return text();
  }
}
