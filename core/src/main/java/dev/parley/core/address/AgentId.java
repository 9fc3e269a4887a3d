package dev.parley.core.address;

/** The name of an agent, unique in a hub. */
public record AgentId(String value) {

  public AgentId {
    IdGrammar.require("agent id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
