package dev.parley.comm.gateway;

/** The other hub does not take the credentials. */
final class Denied extends Exception {
  private static final long serialVersionUID = 1L;

  Denied(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
