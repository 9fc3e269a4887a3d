package dev.parley.doors.mcp.tools;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.mcp.catalog.CallContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waiting for the broker, so that a call that is cancelled stops waiting. */
final class Waits {
  /** Many clients give up after a minute in which they hear nothing. */
  static final int SILENT_SECONDS_MAX = 50;

  static final int SECONDS_MAX = 600;
  static final int PROGRESS_SECONDS = 5;
  private static final int BROKER_SECONDS_MAX = 60;

  private Waits() {}

  static <T> T result(CompletableFuture<T> future) throws InterruptedException {
    T result = within(future, BROKER_SECONDS_MAX);
    if (result == null) {
      throw new Refused(ErrorCode.TIMEOUT, "the hub is too busy; try again later");
    }
    return result;
  }

  /** The result, or null when it has not come in time. */
  static <T> @Nullable T within(CompletableFuture<T> future, long seconds)
      throws InterruptedException {
    try {
      return future.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  /** So long may a call keep its client waiting. */
  static long seconds(CallContext context, long asked) {
    return context.wantsProgress() ? asked : Math.min(asked, SILENT_SECONDS_MAX);
  }
}
