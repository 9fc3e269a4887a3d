package dev.parley.agents.context;

/** Something that is pinned for turns with others. What was pinned without saying so cannot be. */
public final class CommPin {
  private final String text;

  private CommPin(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException when it was pinned for turns with the owner alone
   */
  static CommPin of(Pin pin) {
    if (!pin.comm()) {
      throw new IllegalArgumentException("it was not pinned for turns with others");
    }
    return new CommPin(pin.text());
  }

  public String text() {
    return text;
  }
}
