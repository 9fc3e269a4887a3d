package dev.parley.core.trace;

import org.jspecify.annotations.Nullable;

/** Work that nobody records. */
final class NoSpan implements Span {

  @Override
  public @Nullable TraceContext context() {
    return null;
  }

  @Override
  public Span child(Kind kind, String name) {
    return this;
  }

  @Override
  public Span with(String name, String value) {
    return this;
  }

  @Override
  public Span with(String name, long value) {
    return this;
  }

  @Override
  public Span linkedTo(TraceContext other) {
    return this;
  }

  @Override
  public Span failed(String why) {
    return this;
  }

  @Override
  public void end() {}
}
