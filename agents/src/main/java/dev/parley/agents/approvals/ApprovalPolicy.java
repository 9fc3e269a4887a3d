package dev.parley.agents.approvals;

import java.time.Duration;
import java.util.Set;

/**
 * What brains may do without asking, and what not at all.
 *
 * @param otherwise what holds for a tool that is in neither list
 * @param patience how long an answer is waited for
 */
public record ApprovalPolicy(
    Rule otherwise, Set<String> allowed, Set<String> denied, Duration patience) {
  public static final ApprovalPolicy DEFAULT =
      new ApprovalPolicy(Rule.ASK, Set.of(), Set.of(), Duration.ofMinutes(10));

  /** What happens when a brain wants to use a tool. */
  public enum Rule {
    ALLOW,
    ASK,
    DENY
  }

  public ApprovalPolicy {
    allowed = Set.copyOf(allowed);
    denied = Set.copyOf(denied);
  }

  /** A tool that is in both lists is denied. */
  Rule of(String tool) {
    if (denied.contains(tool)) {
      return Rule.DENY;
    }
    return allowed.contains(tool) ? Rule.ALLOW : otherwise;
  }
}
