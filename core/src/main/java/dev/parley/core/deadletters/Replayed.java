package dev.parley.core.deadletters;

/** What a replay of dead letters did. */
public record Replayed(int replayed, int delivered) {
  public int unmatched() {
    return replayed - delivered;
  }
}
