package dev.parley.hub.cli.mcp;

import java.io.IOException;

/** The hub was reached but did not take the message; says why, in words for the client. */
final class NotCarried extends IOException {
  private static final long serialVersionUID = 1L;

  NotCarried(String message) {
    super(message);
  }
}
