package dev.parley.identity.access;

import org.jspecify.annotations.Nullable;

/**
 * What was decided, and by what.
 *
 * @param rule the rule that decided, or null when none did and the default held
 * @param reason in words, for people
 */
public record Verdict(boolean allowed, @Nullable Rule rule, String reason) {

  static Verdict by(Rule rule) {
    return new Verdict(rule.effect() == Effect.ALLOW, rule, "rule: " + rule.text());
  }

  static Verdict byDefault(boolean allowed, String reason) {
    return new Verdict(allowed, null, "default: " + reason);
  }
}
