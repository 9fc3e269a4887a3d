package dev.parley.identity;

/** What an access token is for. */
public enum Audience {
  /** Every door. */
  HUB,
  /** The MCP door, and no other. */
  MCP;

  /** Is a token that was made for this good where that is asked for? */
  public boolean opens(Audience asked) {
    return this == HUB || this == asked;
  }
}
