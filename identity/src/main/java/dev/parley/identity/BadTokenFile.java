package dev.parley.identity;

/** The owner's token file cannot be used; the message says what to do about it. */
public final class BadTokenFile extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadTokenFile(String message) {
    super(message);
  }
}
