package dev.parley.core.trace;

/**
 * The span that a thread works in, so that whatever it calls can say what it is a part of. A thread
 * that is started in it knows nothing of it.
 */
public final class Current {
  private static final ScopedValue<Span> SPAN = ScopedValue.newInstance();

  private Current() {}

  /** {@link Span#NONE} outside of all. */
  public static Span span() {
    return SPAN.orElse(Span.NONE);
  }

  /** Does something as a part of a span, which is the caller's to end. */
  public static <T, X extends Throwable> T in(
      Span span, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return span.isOn() ? ScopedValue.where(SPAN, span).<T, X>call(work) : work.call();
  }
}
