package dev.parley.identity.access;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.message.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One rule. There is at most one for a subject, an action and a pattern: another takes its place.
 *
 * @param createdAt Unix milliseconds
 */
public record Rule(Effect effect, Subject subject, Action action, Pattern on, long createdAt) {

  /**
   * The more a pattern says the earlier it comes; a refusal comes before a permission that says as
   * much. The text last, so that the order is always the same.
   */
  static final Comparator<Rule> MOST_SPECIFIC_FIRST =
      Comparator.<Rule>comparingInt(rule -> -count(rule.on, null))
          .thenComparingInt(rule -> count(rule.on, "**"))
          .thenComparingInt(rule -> count(rule.on, "*"))
          .thenComparingInt(rule -> rule.effect == Effect.DENY ? 0 : 1)
          .thenComparing(rule -> rule.on.text());

  /** How many segments are this wildcard, or with null how many are none. */
  private static int count(Pattern pattern, @Nullable String wildcard) {
    int count = 0;
    for (int i = 0; i < pattern.depth(); i++) {
      String segment = pattern.segment(i);
      boolean isWildcard = segment.equals("*") || segment.equals("**");
      if (wildcard == null ? !isWildcard : segment.equals(wildcard)) {
        count++;
      }
    }
    return count;
  }

  /** A refusal decides about whatever it touches, a permission about what it covers wholly. */
  boolean decides(Path path) {
    return effect == Effect.DENY ? on.overlaps(path) : on.includes(path);
  }

  boolean decides(Pattern pattern) {
    return effect == Effect.DENY ? on.overlaps(pattern) : on.includes(pattern);
  }

  /** As people write it. */
  public String text() {
    return effect.wireName() + " " + key();
  }

  String key() {
    return key(subject, action, on);
  }

  static String key(Subject subject, Action action, Pattern on) {
    return subject.text() + " " + action.wireName() + " " + on.text();
  }

  byte[] toBytes() {
    return (effect.wireName() + "\n" + createdAt).getBytes(StandardCharsets.UTF_8);
  }

  static Rule of(String key, byte[] value) {
    String[] named = key.split(" ", 3);
    String[] parts = new String(value, StandardCharsets.UTF_8).split("\n", 2);
    return new Rule(
        Effect.parse(parts[0]),
        Subject.parse(named[0]),
        Action.parse(named[1]),
        Pattern.parse(named[2]),
        Long.parseLong(parts[1]));
  }

  public void writeTo(JsonBuffer out) {
    out.ascii("{\"effect\":").string(effect.wireName());
    out.ascii(",\"subject\":").string(subject.text());
    out.ascii(",\"action\":").string(action.wireName());
    out.ascii(",\"path\":").string(on.text());
    out.ascii(",\"createdAt\":").number(createdAt).ascii("}");
  }
}
