package dev.parley.doors.ws;

/** What a message is made of. */
public enum FrameKind {
  /** Valid UTF-8. */
  TEXT,
  BINARY
}
