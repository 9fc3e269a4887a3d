package dev.parley.core.message;

/** Which of two waiting messages is received first. The order of the constants is that order. */
public enum Priority implements EnvelopeField.Choice {
  HIGH("high"),
  NORMAL("normal"),
  LOW("low");

  private final String wireName;

  Priority(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
