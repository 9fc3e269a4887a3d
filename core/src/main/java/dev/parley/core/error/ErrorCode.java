package dev.parley.core.error;

import java.util.Locale;

/**
 * Everything a request can be refused for, with what each protocol calls it. The wire name is the
 * enum name in lower case; it is part of the protocol and never changes its meaning.
 */
public enum ErrorCode {
  /** The frame is not JSON, or nests too deeply. */
  BAD_JSON(400, 1007),
  /** A field is missing, of the wrong kind, or out of its limits. */
  BAD_REQUEST(400, 4400),
  /** No such request type. */
  UNKNOWN_TYPE(400, 4400),
  /** The connection has not authenticated yet. */
  NOT_AUTHENTICATED(401, 4401),
  /** The token is wrong. */
  UNAUTHORIZED(401, 4401),
  /** Authenticated, but this principal may not do that. */
  FORBIDDEN(403, 4403),
  /** What the request names does not exist. */
  NOT_FOUND(404, 4404),
  /** What the request wants to make is there already. */
  ALREADY_EXISTS(409, 4409),
  /** The state of things does not allow it. */
  CONFLICT(409, 4409),
  /** Frame, payload or list beyond its limit. */
  TOO_LARGE(413, 1009),
  /** What was waited for did not happen in time. */
  TIMEOUT(504, 4408),
  /** A bounded queue is full or a rate limit is reached: slow down and try again. */
  OVERLOADED(429, 4429),
  /** The disk is full: nothing new is accepted until there is room. */
  STORE_FULL(507, 4507),
  /** The store cannot be written or read. */
  STORE_UNAVAILABLE(503, 4503),
  /** The hub is going down. */
  SHUTTING_DOWN(503, 1001),
  /** A bug in the hub. */
  INTERNAL(500, 1011);

  private final int httpStatus;
  private final int closeCode;
  private final String wireName;

  ErrorCode(int httpStatus, int closeCode) {
    this.httpStatus = httpStatus;
    this.closeCode = closeCode;
    this.wireName = name().toLowerCase(Locale.ROOT);
  }

  public int httpStatus() {
    return httpStatus;
  }

  /** The WebSocket close code, for the cases in which the connection cannot go on. */
  public int closeCode() {
    return closeCode;
  }

  public String wireName() {
    return wireName;
  }

  /** May the same request succeed later without being changed? */
  public boolean retryable() {
    return switch (this) {
      case OVERLOADED, STORE_FULL, STORE_UNAVAILABLE, SHUTTING_DOWN, TIMEOUT -> true;
      case BAD_JSON,
          BAD_REQUEST,
          UNKNOWN_TYPE,
          NOT_AUTHENTICATED,
          UNAUTHORIZED,
          FORBIDDEN,
          NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          TOO_LARGE,
          INTERNAL ->
          false;
    };
  }
}
