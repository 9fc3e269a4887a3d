package dev.parley.doors.mcp;

/** Nobody waits for the answer any more: there is to be none. */
final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Cancelled() {
    super("cancelled", null, false, false);
  }
}
