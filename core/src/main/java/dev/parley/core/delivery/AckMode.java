package dev.parley.core.delivery;

/** When a pushed copy counts as delivered. */
public enum AckMode {
  /** Never: the push is a copy and the message stays pending. */
  NONE,
  /** At the push. */
  AUTO,
  /** When the listener says so; until then it is in flight and is pushed again if need be. */
  MANUAL
}
