package dev.parley.core.sending;

import dev.parley.core.delivery.Live;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.core.trace.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * The traces of messages: {@code send} from the sender's thread until it is durable, with {@code
 * commit} as its part, and {@code push} for each copy that is shown to a listener at once. A
 * message is stored with the place of its {@code send}, so that whoever gets it, on whichever hub,
 * goes on with the same trace.
 */
public final class SendSpans {
  private volatile Tracer tracer = Tracer.OFF;

  /** From now on this takes note of them. */
  public void notedBy(Tracer newTracer) {
    tracer = newTracer;
  }

  public Tracer tracer() {
    return tracer;
  }

  /** Somebody sends this. */
  Span sending(Draft draft, Sender from, Ancestors ancestors) {
    Tracer now = tracer;
    if (!now.isOn()) {
      return Span.NONE;
    }
    Span span = now.begin(Span.Kind.PRODUCER, "send", parent(draft, ancestors));
    return span.isOn()
        ? span.with("parley.from", from.name())
            .with("parley.path", draft.path().text())
            .with("parley.door", from.door().name())
        : span;
  }

  /** As its sender says; or what this thread does; or what it reacts to, if that was just now. */
  private static @Nullable TraceContext parent(Draft draft, Ancestors ancestors) {
    TraceContext said = TraceContext.parse(draft.traceparent());
    if (said != null) {
      return said;
    }
    Span current = Current.span();
    if (current.isOn()) {
      return current.context();
    }
    MessageId cause = draft.causeOrReplyTo();
    Ancestors.Ancestor ancestor = cause == null ? null : ancestors.find(cause);
    return ancestor == null ? null : TraceContext.parse(ancestor.traceparent());
  }

  /** The draft as a part of this; what nobody records keeps what its sender said. */
  static Draft part(Draft draft, Span span) {
    return span.isOn() ? draft.toBuilder().traceparent(span.traceparent()).build() : draft;
  }

  /** It is stored. */
  static void stored(Span span, StoredMessage message, int inboxes) {
    if (span.isOn()) {
      span.with("parley.message", message.id().toString())
          .with("parley.bytes", message.json().length)
          .with("parley.inboxes", inboxes)
          .end();
    }
  }

  /** It was said before. */
  static void repeated(Span span, MessageId first) {
    if (span.isOn()) {
      span.with("parley.repeats", first.toString()).end();
    }
  }

  static void failed(Span span, Refused why) {
    if (span.isOn()) {
      span.failed(why.code().wireName()).end();
    }
  }

  /** The listeners of a box, if there are any, are shown a copy. Committer thread. */
  void pushing(Message message, BoxId box, Live live, Runnable push) {
    Tracer now = tracer;
    TraceContext sent = now.isOn() ? TraceContext.parse(message.draft().traceparent()) : null;
    if (sent == null) {
      push.run();
      return;
    }
    Span span = now.begin(Span.Kind.PRODUCER, "push", sent);
    long before = live.pushes();
    push.run();
    long pushed = live.pushes() - before;
    if (span.isOn() && pushed > 0) {
      span.with("parley.message", message.id().toString())
          .with("parley.box", box.text())
          .with("parley.pushes", pushed)
          .end();
    }
  }
}
