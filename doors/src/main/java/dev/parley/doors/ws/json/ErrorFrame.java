package dev.parley.doors.ws.json;

import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.doors.json.Failures;
import dev.parley.doors.ws.Connection;
import org.jspecify.annotations.Nullable;

/**
 * An error that is no answer of a handler: to a frame that could not be read, or to the connection
 * as a whole.
 */
final class ErrorFrame extends JsonFrame {
  private static final int NO_REQUEST = -1;

  private final Refused why;
  private final byte @Nullable [] requestId;
  private final @Nullable String request;
  private final int requestBytes;

  private ErrorFrame(
      Refused why, byte @Nullable [] requestId, @Nullable String request, int requestBytes) {
    this.why = why;
    this.requestId = requestId;
    this.request = request;
    this.requestBytes = requestBytes;
  }

  static ErrorFrame answering(
      Refused why, byte @Nullable [] requestId, @Nullable String request, int requestBytes) {
    return new ErrorFrame(why, requestId, request, requestBytes);
  }

  static ErrorFrame unasked(Refused why, @Nullable String request) {
    return new ErrorFrame(why, null, request, NO_REQUEST);
  }

  static void write(
      JsonBuffer out,
      Refused why,
      byte @Nullable [] requestId,
      @Nullable String request,
      @Nullable MessageId about) {
    out.ascii("{\"type\":\"error\",\"code\":\"").ascii(why.code().wireName());
    out.ascii("\",\"message\":").string(Failures.textOf(why));
    if (why.retryAfter() != null) {
      out.ascii(",\"retryAfterMs\":").number(why.retryAfter().toMillis());
    }
    if (about != null) {
      out.ascii(",\"messageId\":").id(about);
    }
    if (requestId != null) {
      out.ascii(",\"requestId\":").raw(requestId);
    }
    if (request != null) {
      out.ascii(",\"request\":").string(request);
    }
    out.ascii("}");
  }

  @Override
  protected int weight() {
    return 160 + Failures.textOf(why).length();
  }

  @Override
  protected void write(JsonBuffer out) {
    write(out, why, requestId, request, null);
  }

  @Override
  protected void onWritten(Connection connection) {
    if (requestBytes != NO_REQUEST) {
      connection.onAnswered(requestBytes);
    }
  }
}
