package dev.parley.doors.mcp.catalog;

/** Ends a tool's call with a result that says what went wrong, in words a model can act on. */
public final class ToolFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ToolFailure(String message) {
    super(message, null, false, false);
  }
}
