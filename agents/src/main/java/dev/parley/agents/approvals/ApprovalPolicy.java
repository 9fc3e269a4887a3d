package dev.parley.agents.approvals;

import dev.parley.core.address.AgentId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What brains may do without asking, what not at all, and who is asked about the rest.
 *
 * @param rules by the names of tools; a name stands for all that is behind it as well ({@code
 *     schedule} for {@code schedule.create}), and one with a star at its end for all that begin so
 * @param patience how long an answer is waited for
 * @param answeredBy who is asked; empty for the person whose agent it is
 */
public record ApprovalPolicy(Map<String, Rule> rules, Duration patience, List<AgentId> answeredBy) {
  public static final ApprovalPolicy DEFAULT =
      new ApprovalPolicy(Map.of(), Duration.ofMinutes(10), List.of());

  /** What happens when a brain wants to use a tool; the strictest comes last. */
  public enum Rule {
    ALLOW,
    ASK,
    DENY
  }

  public ApprovalPolicy {
    rules = Map.copyOf(rules);
    answeredBy = List.copyOf(answeredBy);
  }

  /** The longest name that fits decides. */
  Rule of(String tool, Rule otherwise) {
    return rules.entrySet().stream()
        .filter(rule -> fits(rule.getKey(), tool))
        .max(
            Comparator.comparingInt((Map.Entry<String, Rule> rule) -> rule.getKey().length())
                .thenComparing(Map.Entry::getValue))
        .map(Map.Entry::getValue)
        .orElse(otherwise);
  }

  private static boolean fits(String name, String tool) {
    return name.endsWith("*")
        ? tool.startsWith(name.substring(0, name.length() - 1))
        : tool.equals(name) || tool.startsWith(name + ".");
  }
}
