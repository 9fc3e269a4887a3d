package dev.parley.core.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that was understood and turned down, with the reason in words for the one who asked. It
 * carries no stack trace: it is an answer, not an accident.
 */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final @Nullable Duration retryAfter;
  private final boolean denial;
  private final boolean settled;

  public Refused(ErrorCode code, String message) {
    this(code, message, null);
  }

  /**
   * @param retryAfter after how long the same request is worth another try, where that is known
   */
  public Refused(ErrorCode code, String message, @Nullable Duration retryAfter) {
    this(code, message, retryAfter, code == ErrorCode.FORBIDDEN, false);
  }

  private Refused(
      ErrorCode code,
      String message,
      @Nullable Duration retryAfter,
      boolean denial,
      boolean settled) {
    super(message, null, false, false);
    this.code = code;
    this.retryAfter = retryAfter;
    this.denial = denial;
    this.settled = settled;
  }

  /** What is asked for is not for the one who asks, who is told that there is no such thing. */
  public static Refused hidden(String message) {
    return new Refused(ErrorCode.NOT_FOUND, message, null, true, false);
  }

  /** What was asked for has been done, and came to this: doing it again would do it twice. */
  public static Refused settled(ErrorCode code, String message) {
    return new Refused(code, message, null, false, true);
  }

  public ErrorCode code() {
    return code;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Was it refused because of who asked? */
  public boolean isDenial() {
    return denial;
  }

  /** Is something missing, and nothing changed yet, so that the request may simply be repeated? */
  public boolean isMissing() {
    return code == ErrorCode.NOT_FOUND && !settled;
  }

  /**
   * The refusal behind any failure: itself, or {@link ErrorCode#INTERNAL} for what nobody expected.
   */
  public static Refused of(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof Refused)) {
      cause = cause.getCause();
    }
    return cause instanceof Refused refused
        ? refused
        : new Refused(ErrorCode.INTERNAL, "the hub failed inside; its log has the details");
  }
}
