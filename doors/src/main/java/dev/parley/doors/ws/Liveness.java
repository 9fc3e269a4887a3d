package dev.parley.doors.ws;

import java.time.Duration;

/** Who shows that a connection is alive, when nobody has anything to say. */
public sealed interface Liveness {

  /** The hub pings a silent connection, and cuts it off when it does not answer. */
  record HubPings() implements Liveness {}

  /**
   * The client says something by itself; the hub never pings, for clients that cannot answer a ping
   * safely or lose what comes before they have spoken.
   *
   * @param silenceMax a connection that is silent for longer is cut off
   */
  record ClientSpeaks(Duration silenceMax) implements Liveness {}
}
