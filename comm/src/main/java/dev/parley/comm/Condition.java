package dev.parley.comm;

/**
 * How a plugin is.
 *
 * @param reason for people: why it is so; may be empty
 * @param since Unix milliseconds
 */
public record Condition(State state, String reason, long since) {

  public enum State {
    /** Not asked to be anything else. */
    DISCONNECTED,
    /** Not there yet, and trying. */
    CONNECTING,
    CONNECTED,
    /** The other side does not take its credentials: it waits for new ones. */
    AUTH_DEAD;

    public String wireName() {
      return switch (this) {
        case DISCONNECTED -> "disconnected";
        case CONNECTING -> "connecting";
        case CONNECTED -> "connected";
        case AUTH_DEAD -> "authDead";
      };
    }
  }
}
