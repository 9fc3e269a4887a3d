package dev.parley.core.address;

/** The name of a group of agents. */
public record GroupName(String value) {

  public GroupName {
    IdGrammar.require("group name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
