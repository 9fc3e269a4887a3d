package dev.parley.core.message;

/** Whose words these are, as the hub knows it; stamped by the hub and never taken from a sender. */
public enum Origin implements EnvelopeField.Choice {
  /** Sent with the owner's own token. */
  OWNER("owner"),
  /** A person's words, brought in on their behalf. */
  HUMAN("human"),
  /** Another agent's. */
  PEER("peer"),
  /** From outside: chat, email, a webhook. */
  EXTERNAL("external"),
  /** The hub's own. */
  SYSTEM("system");

  private final String wireName;

  Origin(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
