package dev.parley.brains.acp;

/** The talk with a harness has come to an end, or never began; says why in words for its owner. */
final class Broken extends Exception {
  private static final long serialVersionUID = 1;

  Broken(String message) {
    super(message);
  }
}
