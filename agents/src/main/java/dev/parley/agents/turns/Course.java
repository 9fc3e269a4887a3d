package dev.parley.agents.turns;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When what happened in a turn, Unix milliseconds; 0 for what did not happen.
 *
 * @param arrivedAt when each of the turn's messages came, in their order; none where that is not
 *     known
 * @param triage when it was asked whether to answer at all, or null when it was not
 * @param calledAt when the brain was called
 * @param firstAt when it first said something, to itself or to others
 * @param tools that were used, in the order in which they were called
 */
public record Course(
    List<Long> arrivedAt,
    @Nullable Span triage,
    long calledAt,
    long firstAt,
    List<ToolSpan> tools) {
  /** What is known of turns that ended before courses were kept. */
  static final Course UNKNOWN = new Course(List.of(), null, 0, 0, List.of());

  public Course {
    arrivedAt = List.copyOf(arrivedAt);
    tools = List.copyOf(tools);
  }

  /**
   * @param endedAt 0 while it lasts
   */
  public record Span(long startedAt, long endedAt) {}

  /**
   * @param call by which the brain knows this use of the tool
   * @param endedAt 0 while it works, and when it never answered
   */
  public record ToolSpan(String call, String tool, long startedAt, long endedAt, boolean failed) {}
}
