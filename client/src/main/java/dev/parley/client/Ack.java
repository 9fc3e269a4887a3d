package dev.parley.client;

/** When a pushed message counts as delivered. */
public enum Ack {
  /** Never by this listener: it gets copies, the messages stay pending. */
  NONE,
  /**
   * When the handler gets it, whatever it makes of it. Not the protocol's {@code auto}, which marks
   * what the hub has written to the network and what may never arrive: to the hub this is a manual
   * listener whose acknowledgement comes early.
   */
  AUTO,
  /** When the handler has returned. One that throws leaves it to be pushed again. */
  MANUAL;

  /** Whether messages are taken out of the inbox, and shared with others who take. */
  boolean takes() {
    return this != NONE;
  }

  String wireName() {
    return takes() ? "manual" : "none";
  }
}
