package dev.parley.core.error;

/**
 * A request that was understood and turned down, with the reason in words for the one who asked. It
 * carries no stack trace: it is an answer, not an accident.
 */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public Refused(ErrorCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
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
