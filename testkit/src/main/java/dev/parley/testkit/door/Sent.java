package dev.parley.testkit.door;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sender is told when its message is on disk.
 *
 * @param outcome null where the door does not say whether anybody receives it
 */
public record Sent(String id, @Nullable Outcome outcome) {

  /**
   * @param recipients null where the door does not name them
   */
  public record Outcome(
      boolean delivered,
      boolean duplicate,
      @Nullable List<String> recipients,
      List<String> unreached) {}

  public boolean delivered() {
    return told().delivered;
  }

  public boolean duplicate() {
    return told().duplicate;
  }

  public List<String> recipients() {
    List<String> recipients = told().recipients;
    if (recipients == null) {
      throw new Cannot(Ability.RECIPIENTS);
    }
    return recipients;
  }

  /** Those whom the letter names and who do not exist. */
  public List<String> unreached() {
    return told().unreached;
  }

  private Outcome told() {
    if (outcome == null) {
      throw new Cannot(Ability.OUTCOME);
    }
    return outcome;
  }
}
