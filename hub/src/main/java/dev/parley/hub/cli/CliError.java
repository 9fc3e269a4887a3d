package dev.parley.hub.cli;

/** Ends a command with a line that says what is wrong and what to do. */
public final class CliError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String UNAUTHORIZED = "unauthorized";

  private final int exitCode;
  private final String code;

  private CliError(int exitCode, String code, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
    this.code = code;
  }

  public static CliError failed(String message) {
    return new CliError(Exit.FAILED, "failed", message);
  }

  public static CliError usage(String message) {
    return new CliError(Exit.USAGE, "usage", message);
  }

  public static CliError noHub(String message) {
    return new CliError(Exit.NO_HUB, "no_hub", message);
  }

  /** What was shown is nobody's, or good no more. */
  public static CliError unauthorized(String message) {
    return new CliError(Exit.FAILED, UNAUTHORIZED, message);
  }

  public boolean isUnauthorized() {
    return code.equals(UNAUTHORIZED);
  }

  public int exitCode() {
    return exitCode;
  }

  public String code() {
    return code;
  }
}
