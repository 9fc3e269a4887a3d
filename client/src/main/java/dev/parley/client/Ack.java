package dev.parley.client;

import java.util.Locale;

/** When a pushed message counts as delivered. */
public enum Ack {
  /** Never by this listener: it gets copies, the messages stay pending. */
  NONE,
  /** As soon as it is pushed. */
  AUTO,
  /** When the handler has returned. One that throws leaves it to be pushed again. */
  MANUAL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
