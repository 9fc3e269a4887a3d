package dev.parley.brains.harness;

import java.util.Comparator;
import java.util.List;

/**
 * Takes secrets out of what a harness says of itself, and cuts it short, before anybody is shown
 * it.
 */
public record Withheld(List<String> secrets) {
  private static final int WORDS_MAX = 1_000;
  private static final String SHOWN = "[withheld]";

  public Withheld {
    // The longest first: one may be a part of another.
    secrets =
        secrets.stream()
            .filter(secret -> !secret.isBlank())
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** The whole of it. */
  public String hidden(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, SHOWN);
    }
    return clean;
  }

  public String from(String text) {
    String clean = hidden(text).strip();
    return clean.length() <= WORDS_MAX ? clean : "…" + clean.substring(clean.length() - WORDS_MAX);
  }

  @Override
  public String toString() {
    return "Withheld[" + secrets.size() + "]";
  }
}
