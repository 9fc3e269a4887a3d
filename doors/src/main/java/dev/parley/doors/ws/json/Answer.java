package dev.parley.doors.ws.json;

import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.doors.json.Failures;
import dev.parley.doors.ws.Connection;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The one answer to a request: hung on the future of its outcome, it becomes the frame that tells
 * it. It is both at once because on the hot path every object counts.
 */
final class Answer<T> extends JsonFrame implements BiConsumer<@Nullable T, @Nullable Throwable> {
  private static final int FRAME_BYTES = 96;

  private final Connection connection;
  private final RequestType type;
  private final byte @Nullable [] requestId;
  private final int requestBytes;
  private final Shape<T> shape;
  private final JsonDialect dialect;
  private final @Nullable Call audited;

  /** What is asked once more if something is missing; null where that would be in vain. */
  private final @Nullable Call first;

  private @Nullable MessageId about;
  private @Nullable T value;
  private @Nullable Refused refusal;
  private int weight;

  /** On the event loop. */
  Answer(Call call, Shape<T> shape) {
    this.connection = call.connection();
    this.dialect = call.dialect();
    this.type = call.type();
    this.requestId = call.requestId();
    this.requestBytes = call.requestBytes() + shape.reserved();
    this.shape = shape;
    connection.reserve(shape.reserved());
    this.audited = call.type().action() == null ? null : call;
    this.first = call.isFirstOfTwo() ? call : null;
  }

  /** Names the message in a refusal as well, for those who wait for what becomes of it. */
  Answer<T> about(MessageId id) {
    this.about = id;
    return this;
  }

  /** Any thread. */
  @Override
  public void accept(@Nullable T outcome, @Nullable Throwable failure) {
    if (failure != null || outcome == null) {
      refusal = Failures.refusalOf(failure, type.name());
      if (first != null && refusal.isMissing()) {
        dialect.askAgain(first, shape.reserved());
        return;
      }
      weight = FRAME_BYTES * 2 + Failures.textOf(refusal).length();
      if (connection.eventLoop().inEventLoop()) { // Refusals for speed come at once.
        dialect.onRefused(refusal);
      }
    } else {
      value = outcome;
      weight = FRAME_BYTES + shape.weight(outcome);
    }
    dialect.onAnswer(weight);
    if (audited != null) {
      dialect.onDone(audited, refusal);
    } else if (refusal != null && type.isListed(refusal)) {
      dialect.onDenied(type, refusal);
    }
    connection.send(this);
  }

  @Override
  protected int weight() {
    return weight;
  }

  @Override
  protected void write(JsonBuffer out) {
    T outcome = value;
    if (outcome == null) {
      ErrorFrame.write(out, Failures.known(refusal), requestId, type.name(), about);
      return;
    }
    out.ascii(type.opening());
    if (requestId != null) {
      out.ascii(",\"requestId\":").raw(requestId);
    }
    shape.write(out, outcome);
    out.ascii("}");
  }

  @Override
  protected void onWritten(Connection on) {
    on.onAnswered(requestBytes);
  }
}
