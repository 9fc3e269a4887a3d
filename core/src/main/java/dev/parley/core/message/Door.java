package dev.parley.core.message;

/** The ways into the hub, by the names that the audit log and the protocols use for them. */
public enum Door {
  WS("ws"),
  REST("rest"),
  MCP("mcp"),
  FILES("files"),
  GATEWAY("gateway"),
  /** The hub itself: what it does without being asked through a door. */
  HUB("hub");

  private final String wireName;

  Door(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
