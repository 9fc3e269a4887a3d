package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.ws.Connection;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request on its way through: what was asked, by whom, for whom. */
final class Call {
  private final JsonDialect dialect;
  private final Visit visit;
  private final RequestType type;
  private final Request request;
  private final int requestBytes;
  private final boolean firstOfTwo;
  private final @Nullable AgentId subject;

  /**
   * @param firstOfTwo whether it is made once more should something be missing
   */
  Call(
      JsonDialect dialect,
      Visit visit,
      RequestType type,
      Request request,
      int requestBytes,
      boolean firstOfTwo) {
    this.firstOfTwo = firstOfTwo;
    this.dialect = dialect;
    this.visit = visit;
    this.type = type;
    this.request = request;
    this.requestBytes = requestBytes;
    this.subject = type.access().subject(dialect.authority(), visit, request);
  }

  JsonDialect dialect() {
    return dialect;
  }

  Connection connection() {
    return dialect.connection();
  }

  Visit visit() {
    return visit;
  }

  Principal principal() {
    return visit.who();
  }

  RequestType type() {
    return type;
  }

  Request request() {
    return request;
  }

  boolean isFirstOfTwo() {
    return firstOfTwo;
  }

  byte @Nullable [] requestId() {
    return request.raw(Field.REQUEST_ID);
  }

  int requestBytes() {
    return requestBytes;
  }

  /**
   * For whom: the agent whose inbox, record or words this is about, as {@link Access} allowed it.
   */
  AgentId subject() {
    if (subject == null) {
      throw new IllegalStateException(type.name() + " is about nobody");
    }
    return subject;
  }

  /** Who says what this request sends. */
  Sender sender() {
    return dialect.senderAs(visit, subject().value());
  }

  @Nullable AgentId subjectOrNull() {
    return subject;
  }

  SessionKey session() {
    return new SessionKey(subject(), address(Field.SESSION_ID, SessionId::new));
  }

  /** The inbox of the session if one is named, or else of the agent. */
  BoxId.Inbox inbox() {
    return request.has(Field.SESSION_ID) ? BoxId.inbox(session()) : BoxId.inbox(subject());
  }

  <A> A address(Field field, Function<String, A> parse) {
    return request.address(field, parse);
  }

  /** An answer that somebody else completes. */
  <T> Answer<T> answer(Shape<T> shape) {
    return new Answer<>(this, shape);
  }

  /** Answers when the outcome is there. */
  <T> void answerWith(CompletableFuture<T> outcome, Shape<T> shape) {
    var _ = outcome.whenComplete(answer(shape));
  }

  /** Answers at once. */
  <T> void reply(T value, Shape<T> shape) {
    answer(shape).accept(value, null);
  }
}
