package dev.parley.core.trace;

import org.jspecify.annotations.Nullable;

/** Takes note of spans. Any thread; never blocks, and fails nobody. */
public interface Tracer {
  /** Notes nothing, and costs nothing. */
  Tracer OFF = (_, _, _, _) -> Span.NONE;

  /** Begins now. */
  long NOW = 0;

  /**
   * Begins a span.
   *
   * @param name one of few, and never of what somebody wrote
   * @param parent what it is a part of, or null for the first of a trace
   * @param startedAt Unix milliseconds, or {@link #NOW}
   * @return {@link Span#NONE} when this trace is not recorded
   */
  Span begin(Span.Kind kind, String name, @Nullable TraceContext parent, long startedAt);

  default Span begin(Span.Kind kind, String name, @Nullable TraceContext parent) {
    return begin(kind, name, parent, NOW);
  }

  /** Is anything recorded at all? */
  default boolean isOn() {
    return !equals(OFF);
  }
}
