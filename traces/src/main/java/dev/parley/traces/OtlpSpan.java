package dev.parley.traces;

import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A span that is recorded; see {@link Span}. */
final class OtlpSpan implements Span {
  private static final int ATTRIBUTES_MAX = 32;
  private static final int LINKS_MAX = 32;
  private static final int VALUE_CHARACTERS_MAX = 256;

  private final OtlpTracer tracer;
  final Kind kind;
  final String name;
  final TraceContext context;

  /** Zero for the first of its trace. */
  final long parent;

  final long start;
  private final List<Attribute> attributes = new ArrayList<>();
  private final List<TraceContext> links = new ArrayList<>();
  private @Nullable String failure;
  private long end;

  /**
   * @param text null for a number
   */
  record Attribute(String name, @Nullable String text, long number) {}

  OtlpSpan(
      OtlpTracer tracer, Kind kind, String name, TraceContext context, long parent, long start) {
    this.tracer = tracer;
    this.kind = kind;
    this.name = name;
    this.context = context;
    this.parent = parent;
    this.start = start;
  }

  @Override
  public TraceContext context() {
    return context;
  }

  @Override
  public Span child(Kind childKind, String childName) {
    return tracer.begin(childKind, childName, context);
  }

  @Override
  public Span with(String key, String value) {
    String cut =
        value.length() <= VALUE_CHARACTERS_MAX ? value : value.substring(0, VALUE_CHARACTERS_MAX);
    return with(new Attribute(key, cut, 0));
  }

  @Override
  public Span with(String key, long value) {
    return with(new Attribute(key, null, value));
  }

  private synchronized Span with(Attribute attribute) {
    if (end == 0 && attributes.size() < ATTRIBUTES_MAX) {
      attributes.add(attribute);
    }
    return this;
  }

  @Override
  public synchronized Span linkedTo(TraceContext other) {
    if (end == 0 && links.size() < LINKS_MAX) {
      links.add(other);
    }
    return this;
  }

  @Override
  public synchronized Span failed(String why) {
    failure = why;
    return this;
  }

  @Override
  public void end() {
    synchronized (this) {
      if (end != 0) {
        return;
      }
      // A clock that is put back makes no span end before it has begun.
      end = Math.max(start, OtlpTracer.now());
    }
    tracer.ended(this);
  }

  synchronized long ended() {
    return end;
  }

  synchronized List<Attribute> attributes() {
    return List.copyOf(attributes);
  }

  synchronized List<TraceContext> links() {
    return List.copyOf(links);
  }

  synchronized @Nullable String failure() {
    return failure;
  }
}
