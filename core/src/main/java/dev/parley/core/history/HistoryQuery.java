package dev.parley.core.history;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a box to look at.
 *
 * @param before only copies below this cursor, or {@link Long#MAX_VALUE}
 * @param after only copies above this cursor, or -1; when given, the answer starts there instead of
 *     at the end
 * @param fromTime Unix milliseconds, inclusive, or 0
 * @param toTime Unix milliseconds, inclusive, or {@link Long#MAX_VALUE}
 */
public record HistoryQuery(
    int limit,
    long before,
    long after,
    boolean forward,
    long fromTime,
    long toTime,
    @Nullable String from,
    @Nullable String type,
    @Nullable String conversationId) {

  public static final int LIMIT_DEFAULT = 50;
  public static final int LIMIT_MAX = 1_000;

  public HistoryQuery {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "options.limit must be between 1 and " + LIMIT_MAX + ", not " + limit);
    }
  }

  public static HistoryQuery newest(int limit) {
    return new HistoryQuery(limit, Long.MAX_VALUE, -1, false, 0, Long.MAX_VALUE, null, null, null);
  }

  /** From a cursor on, or with -1 from the beginning. */
  public static HistoryQuery onwards(int limit, long after) {
    return new HistoryQuery(
        limit, Long.MAX_VALUE, after, true, 0, Long.MAX_VALUE, null, null, null);
  }

  /** The same, but nothing below this position. */
  HistoryQuery from(long position) {
    return new HistoryQuery(
        limit,
        before,
        Math.max(after, position - 1),
        forward,
        fromTime,
        toTime,
        from,
        type,
        conversationId);
  }

  boolean hasFilter() {
    return from != null || type != null || conversationId != null;
  }
}
