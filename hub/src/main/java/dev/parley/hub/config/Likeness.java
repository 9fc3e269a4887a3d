package dev.parley.hub.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which of the known words somebody probably meant. */
public final class Likeness {
  private Likeness() {}

  static String nearest(String word, Collection<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .orElseThrow();
  }

  /** The nearest of them, if it is so near that it may have been meant; otherwise null. */
  public static @Nullable String near(String word, Collection<String> candidates) {
    String nearest = candidates.isEmpty() ? null : nearest(word, candidates);
    return nearest == null || distance(word, nearest) > Math.max(1, word.length() / 3)
        ? null
        : nearest;
  }

  /** Levenshtein's, without regard to case; a known word's last part alone is nearly a match. */
  private static int distance(String word, String candidate) {
    String a = word.toLowerCase(Locale.ROOT);
    String b = candidate.toLowerCase(Locale.ROOT);
    if (b.endsWith("." + a)) {
      return 1;
    }
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
