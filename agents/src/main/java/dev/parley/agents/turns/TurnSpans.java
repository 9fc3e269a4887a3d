package dev.parley.agents.turns;

import dev.parley.core.message.Message;
import dev.parley.core.sending.SendSpans;
import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.core.trace.Tracer;
import java.util.ArrayList;
import java.util.List;

/**
 * The traces of turns: each message's {@code queue}, from when it came until the turn began, and
 * the {@code turn}, which is a part of its newest message's trace and linked to those of the
 * others. Any thread.
 */
final class TurnSpans {
  private final SendSpans spans;

  TurnSpans(SendSpans spans) {
    this.spans = spans;
  }

  /** A turn has been claimed and begins now. */
  Span begin(TurnMaker.Claimed turn) {
    Tracer tracer = spans.tracer();
    if (!tracer.isOn()) {
      return Span.NONE;
    }
    List<TraceContext> traces = new ArrayList<>();
    for (Message message : turn.messages()) {
      TraceContext sent = TraceContext.parse(message.draft().traceparent());
      if (sent != null) {
        traces.add(sent);
        queued(tracer, sent, turn, message);
      }
    }
    Span span =
        tracer
            .begin(Span.Kind.CONSUMER, "turn", traces.isEmpty() ? null : traces.getLast())
            .with("parley.agent", turn.session().agent().value())
            .with("parley.turn", turn.claim().turn().toString())
            .with("parley.attempt", turn.claim().attempt())
            .with("parley.messages", turn.messages().size());
    traces.stream().limit(Math.max(0, traces.size() - 1)).forEach(span::linkedTo);
    return span;
  }

  private static void queued(
      Tracer tracer, TraceContext sent, TurnMaker.Claimed turn, Message message) {
    for (Arrival arrival : turn.arrivals()) {
      if (arrival.id().equals(message.id())) {
        tracer
            .begin(Span.Kind.INTERNAL, "queue", sent, arrival.at())
            .with("parley.message", message.id().toString())
            .end();
      }
    }
  }
}
