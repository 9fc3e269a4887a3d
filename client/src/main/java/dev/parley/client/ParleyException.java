package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A request that was not fulfilled. The {@link #code} says why: one of the protocol's codes when
 * the hub refused, or one of the client's own below.
 */
public final class ParleyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** No answer within the call's time. The hub says this too, when a reply does not come. */
  public static final String TIMEOUT = "timeout";

  /** No hub answers at any address. */
  public static final String UNREACHABLE = "unreachable";

  /** The connection broke before the answer; whether the hub did it is not known. */
  public static final String CONNECTION_LOST = "connection_lost";

  /** The client was closed, or the calling thread interrupted, while the call waited. */
  public static final String CLOSED = "closed";

  /** The hub does not know the token. */
  public static final String UNAUTHORIZED = "unauthorized";

  private final String code;
  private final transient @Nullable JsonObject answer;

  public ParleyException(String code, String message) {
    this(code, message, null, null);
  }

  private ParleyException(
      String code, String message, @Nullable JsonObject answer, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.answer = answer;
  }

  static ParleyException closed() {
    return new ParleyException(CLOSED, "the client was closed");
  }

  static ParleyException notConnected() {
    return new ParleyException(CONNECTION_LOST, "not connected");
  }

  static ParleyException of(JsonObject error) {
    return new ParleyException(
        error.text("code", "internal"), error.text("message", "no reason given"), error, null);
  }

  /** The same failure, thrown again where somebody waited for it. */
  ParleyException here() {
    return new ParleyException(code, String.valueOf(getMessage()), answer, this);
  }

  public String code() {
    return code;
  }

  /** May the same call succeed later without being changed? */
  public boolean retryable() {
    for (ErrorCode known : ErrorCode.values()) {
      if (known.wireName().equals(code)) {
        return known.retryable();
      }
    }
    return code.equals(UNREACHABLE) || code.equals(CONNECTION_LOST);
  }

  /** The message it is about, where the hub names one: a request without a reply, for example. */
  public @Nullable String messageId() {
    return answer == null ? null : answer.text("messageId");
  }

  /** What the hub answered, when it was the hub that refused. */
  public @Nullable JsonObject answer() {
    return answer;
  }
}
