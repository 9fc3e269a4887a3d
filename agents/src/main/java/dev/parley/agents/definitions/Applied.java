package dev.parley.agents.definitions;

import java.util.List;
import java.util.Locale;

/**
 * What applying came to for one agent.
 *
 * @param changes what was changed, in words; or why it could not be, or was left
 */
public record Applied(String agent, String file, Outcome outcome, List<String> changes) {
  public Applied {
    changes = List.copyOf(changes);
  }

  /** The way it ended. */
  public enum Outcome {
    CREATED,
    UPDATED,
    UNCHANGED,
    REMOVED,
    /** No file says it any more, and nobody asked to prune. */
    LEFT,
    FAILED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
