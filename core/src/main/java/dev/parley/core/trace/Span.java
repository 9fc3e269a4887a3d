package dev.parley.core.trace;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work that has begun; recorded when it ends, and never when nobody ends it. Any thread,
 * one at a time.
 */
@SuppressWarnings("ClassInitializationDeadlock") // nobody reaches NoSpan but through NONE
public interface Span {
  /** One that is not recorded. */
  Span NONE = new NoSpan();

  /** What a span is to whoever reads the trace. */
  enum Kind {
    /** A request of somebody outside is answered. */
    SERVER,
    /** Somebody outside is asked. */
    CLIENT,
    /** Something is left for others to take. */
    PRODUCER,
    /** What was left is taken. */
    CONSUMER,
    INTERNAL
  }

  /** Is it recorded? */
  default boolean isOn() {
    return context() != null;
  }

  /** Where it stands in its trace; null when it is not recorded. */
  @Nullable TraceContext context();

  /** A part of it that begins now. */
  Span child(Kind kind, String name);

  /**
   * Says something about it.
   *
   * @param value an id, a path or a word of the hub's own; never what a message says
   */
  Span with(String name, String value);

  Span with(String name, long value);

  /** It has to do with this one, too, though it is no part of it. */
  Span linkedTo(TraceContext other);

  /**
   * It did not work.
   *
   * @param why in a word of the hub's own, such as an error code
   */
  Span failed(String why);

  void end();

  /** What is written into requests so that others can go on with it; null when not recorded. */
  default @Nullable String traceparent() {
    TraceContext context = context();
    return context == null ? null : context.text();
  }
}
