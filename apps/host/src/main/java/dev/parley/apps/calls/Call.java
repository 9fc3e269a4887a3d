package dev.parley.apps.calls;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls of one app. An interrupt ends the call, and the app hears of that. Any thread. */
public final class Call {
  /** What an app takes at most in one request, with some room for what goes around it. */
  public static final int REQUEST_BYTES_MAX = (4 << 20) - (64 << 10);

  private static final int REASON_CHARS_MAX = 300;

  private Call() {}

  /**
   * @param app whom it is a call of
   * @throws Refused when it fails or takes too long
   */
  public static <S extends io.grpc.stub.AbstractStub<S>, T> T of(
      String app, S stub, Duration deadline, Function<S, T> call) throws InterruptedException {
    try {
      return call.apply(stub.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS));
    } catch (StatusRuntimeException e) {
      throw failed(app, e);
    }
  }

  /** What a failed call means for whoever made it. */
  public static Refused failed(String app, StatusRuntimeException failure)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the call of the app '" + app + "' was broken off");
    }
    Status status = failure.getStatus();
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          new Refused(ErrorCode.TIMEOUT, "the app '" + app + "' did not answer in time");
      case UNAVAILABLE, CANCELLED ->
          new Refused(ErrorCode.OVERLOADED, "the app '" + app + "' cannot be reached now");
      case UNIMPLEMENTED ->
          new Refused(ErrorCode.CONFLICT, "the app '" + app + "' does not serve this call");
      case RESOURCE_EXHAUSTED ->
          new Refused(ErrorCode.TOO_LARGE, "too much for a call of the app '" + app + "'");
      default ->
          new Refused(
              ErrorCode.CONFLICT,
              "the app '%s' failed: %s %s"
                  .formatted(app, status.getCode(), reason(status.getDescription())));
    };
  }

  /** What an app gives as the reason of a failure, short enough for logs and answers. */
  public static String reason(@Nullable String said) {
    String line =
        said == null ? "" : said.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ").strip();
    return line.length() <= REASON_CHARS_MAX ? line : line.substring(0, REASON_CHARS_MAX) + "…";
  }
}
