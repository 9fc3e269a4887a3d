package dev.parley.agents.wake;

/**
 * That somebody was, or was to be, woken by a way.
 *
 * @param at Unix milliseconds
 * @param text why it failed; else empty
 */
public record Attempt(String way, long at, Outcome outcome, String text) {
  private static final int TEXT_MAX = 300;

  /** How it went. */
  public enum Outcome {
    TRYING,
    TOLD,
    FAILED
  }

  public Attempt {
    text = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
  }

  Attempt told() {
    return new Attempt(way, at, Outcome.TOLD, "");
  }

  Attempt failed(String why) {
    return new Attempt(way, at, Outcome.FAILED, why);
  }
}
