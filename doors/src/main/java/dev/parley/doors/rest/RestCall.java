package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.trace.TraceContext;
import dev.parley.doors.json.Request;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request on its way through: what was asked, by whom, for whom. */
final class RestCall {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 500;
  private static final int TEXT_MAX = 2_048;

  private final HttpServerRequest http;
  private final @Nullable Visit visit;
  private final @Nullable AgentId subject;
  private final Request request;

  RestCall(
      HttpServerRequest http, @Nullable Visit visit, @Nullable AgentId subject, Request request) {
    this.http = http;
    this.visit = visit;
    this.subject = subject;
    this.request = request;
  }

  HttpServerRequest http() {
    return http;
  }

  Visit visit() {
    if (visit == null) {
      throw new IllegalStateException("anybody may ask this");
    }
    return visit;
  }

  Principal principal() {
    return visit().who();
  }

  /** For whom, as the operation's rule allowed it. */
  AgentId subject() {
    if (subject == null) {
      throw new IllegalStateException("this is about nobody");
    }
    return subject;
  }

  /** Who says what this request sends. */
  Sender senderAs(String name) {
    return visit().senderAs(name);
  }

  /** The fields of the body. */
  Request request() {
    return request;
  }

  /** A named segment of the path. */
  <A> A segment(String name, Function<String, A> parse) {
    String text = http.getParam(name);
    try {
      return parse.apply(text == null ? "" : text);
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "': " + e.getMessage());
    }
  }

  MessageId messageId() {
    return segment("messageId", MessageId::parse);
  }

  @Nullable String query(QueryParameter name) {
    String text = http.getParam(name.wireName());
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (text.length() > TEXT_MAX) {
      throw wrong(name, "of at most " + TEXT_MAX + " characters");
    }
    return text;
  }

  static AgentId agent(QueryParameter name, String text) {
    try {
      return new AgentId(text);
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name.wireName() + "': " + e.getMessage());
    }
  }

  long number(QueryParameter name, long otherwise, long min, long max) {
    String text = query(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw wrong(name, "an integer between " + min + " and " + max);
  }

  int limit() {
    return (int) number(QueryParameter.LIMIT, LIMIT_DEFAULT, 1, LIMIT_MAX);
  }

  /** A cursor that is a number. */
  long cursor(long otherwise) {
    return number(QueryParameter.CURSOR, otherwise, 0, Long.MAX_VALUE);
  }

  /** What the request is a part of, as its header says. */
  @Nullable String traceparent() {
    TraceContext context = TraceContext.parse(http.getHeader(TraceContext.NAME));
    return context == null ? null : context.text();
  }

  String remoteAddress() {
    var remote = http.remoteAddress();
    return remote == null ? "" : String.valueOf(remote.hostAddress());
  }

  static Refused wrong(QueryParameter name, String wanted) {
    return new Refused(ErrorCode.BAD_REQUEST, "'" + name.wireName() + "' must be " + wanted);
  }
}
