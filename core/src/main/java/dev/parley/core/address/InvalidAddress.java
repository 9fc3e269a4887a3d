package dev.parley.core.address;

/** A text that is no address; the message says what is wrong with it and what is allowed. */
public final class InvalidAddress extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidAddress(String message) {
    super(message);
  }
}
