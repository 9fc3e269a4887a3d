package dev.parley.core.sending;

/** What became of a message that was taken in from elsewhere. */
public enum Adopted {
  /** It is new here. */
  ADDED,
  /** The message was here, some of its copies were not. */
  COMPLETED,
  /** Everything was here. */
  PRESENT
}
