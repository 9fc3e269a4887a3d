package dev.parley.processes.container;

import java.io.IOException;

/** An engine has understood what it was asked and says no. */
final class EngineRefusal extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;

  EngineRefusal(int status, String message) {
    super(message);
    this.status = status;
  }

  boolean isNotFound() {
    return status == 404;
  }

  /** It runs already, or does not run any more: what was asked for is so. */
  boolean isSoAlready() {
    return status == 304 || status == 409;
  }
}
