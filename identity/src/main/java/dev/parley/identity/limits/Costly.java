package dev.parley.identity.limits;

/**
 * Requests that cost the hub many times what a plain one does, each kind with a rate of its own.
 */
public enum Costly {
  /** A browser's login: records, durable before it is answered. */
  LOGIN("logins"),
  /** A search of all messages, or of the logs of an agent. */
  SEARCH("searches"),
  /** The beginning of a connection, session or stream, at any door that keeps one. */
  CONNECT("connections, sessions and streams begun");

  private final String plural;

  Costly(String plural) {
    this.plural = plural;
  }

  String plural() {
    return plural;
  }
}
