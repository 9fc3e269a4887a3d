package dev.parley.core.address;

/** The name of a session, unique for its agent. */
public record SessionId(String value) {

  public SessionId {
    IdGrammar.require("session id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
