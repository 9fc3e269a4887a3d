package dev.parley.apps.store;

/**
 * What came of a review.
 *
 * @param outcome {@code approved} or {@code rejected}
 * @param at Unix milliseconds
 */
public record Verdict(String outcome, String reason, long at, String version) {
  static final String APPROVED = "approved";
  static final String REJECTED = "rejected";
}
