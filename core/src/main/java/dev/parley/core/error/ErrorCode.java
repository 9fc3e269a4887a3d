package dev.parley.core.error;

import java.util.Locale;

/**
 * Everything a request can be refused for. What each protocol calls it is told at the doors. The
 * wire name is the enum name in lower case; it is part of the protocol and never changes its
 * meaning.
 */
public enum ErrorCode {
  /** The frame is not JSON, or nests too deeply. */
  BAD_JSON,
  /** A field is missing, of the wrong kind, or out of its limits. */
  BAD_REQUEST,
  /** No such request type. */
  UNKNOWN_TYPE,
  /** The connection has not authenticated yet. */
  NOT_AUTHENTICATED,
  /** The token is wrong. */
  UNAUTHORIZED,
  /** Authenticated, but this principal may not do that. */
  FORBIDDEN,
  /** What the request names does not exist. */
  NOT_FOUND,
  /** What the request names was good once, and its time is over. */
  GONE,
  /** What the request wants to make is there already. */
  ALREADY_EXISTS,
  /** The state of things does not allow it. */
  CONFLICT,
  /** Frame, payload or list beyond its limit. */
  TOO_LARGE,
  /** What was waited for did not happen in time. */
  TIMEOUT,
  /** A bounded queue is full: slow down and try again. */
  OVERLOADED,
  /** This caller asks too often; {@link Refused#retryAfter} says when to ask again. */
  RATE_LIMITED,
  /** Agents do nothing but answer each other: a person has to let them go on. */
  LOOP_DETECTED,
  /** What may be spent is spent: a person has to allow more. */
  BUDGET_EXCEEDED,
  /** The disk is full: nothing new is accepted until there is room. */
  STORE_FULL,
  /** The store cannot be written or read. */
  STORE_UNAVAILABLE,
  /** The hub is going down. */
  SHUTTING_DOWN,
  /** A bug in the hub. */
  INTERNAL;

  private final String wireName;

  ErrorCode() {
    this.wireName = name().toLowerCase(Locale.ROOT);
  }

  public String wireName() {
    return wireName;
  }

  /** May the same request succeed later without being changed? */
  public boolean retryable() {
    return switch (this) {
      case OVERLOADED, RATE_LIMITED, STORE_FULL, STORE_UNAVAILABLE, SHUTTING_DOWN, TIMEOUT -> true;
      case BAD_JSON,
          BAD_REQUEST,
          UNKNOWN_TYPE,
          NOT_AUTHENTICATED,
          UNAUTHORIZED,
          FORBIDDEN,
          NOT_FOUND,
          GONE,
          ALREADY_EXISTS,
          CONFLICT,
          TOO_LARGE,
          LOOP_DETECTED,
          BUDGET_EXCEEDED,
          INTERNAL ->
          false;
    };
  }
}
