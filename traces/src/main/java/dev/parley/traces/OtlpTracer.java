package dev.parley.traces;

import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.core.trace.Tracer;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records spans and has them sent. Whether a trace is recorded follows from its id, so that all
 * hubs, and whoever else decides by the usual rule, decide alike.
 */
public final class OtlpTracer implements Tracer, AutoCloseable {
  private final Exporter exporter;
  private final long recordedBelow;

  private OtlpTracer(Exporter exporter, long recordedBelow) {
    this.exporter = exporter;
    this.recordedBelow = recordedBelow;
  }

  public static OtlpTracer start(TracesConfig config) {
    long below = config.oneIn() == 1 ? Long.MAX_VALUE : Long.MAX_VALUE / config.oneIn();
    return new OtlpTracer(Exporter.start(config), below);
  }

  @Override
  public Span begin(Span.Kind kind, String name, @Nullable TraceContext parent, long startedAt) {
    if (parent != null && !parent.isSampled()) {
      return Span.NONE;
    }
    ThreadLocalRandom chance = ThreadLocalRandom.current();
    long high = parent == null ? chance.nextLong() : parent.high();
    long low = parent == null ? chance.nextLong() | 1 : parent.low();
    if ((low & Long.MAX_VALUE) > recordedBelow) {
      return Span.NONE;
    }
    TraceContext context = new TraceContext(high, low, chance.nextLong() | 1, 1);
    long start = startedAt == NOW ? now() : TimeUnit.MILLISECONDS.toNanos(startedAt);
    return new OtlpSpan(this, kind, name, context, parent == null ? 0 : parent.span(), start);
  }

  /** Unix nanoseconds. */
  static long now() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  void ended(OtlpSpan span) {
    exporter.add(span);
  }

  /** How many spans the receiver has taken. */
  public long exported() {
    return exporter.exported();
  }

  /** How many were forgotten because too many waited, or because the receiver did not take them. */
  public long dropped() {
    return exporter.dropped();
  }

  /** Sends what waits, if that can be done soon. */
  @Override
  public void close() {
    exporter.close();
  }
}
