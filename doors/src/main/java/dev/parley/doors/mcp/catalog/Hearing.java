package dev.parley.doors.mcp.catalog;

/** Would anybody hear an answer that is given now? */
public enum Hearing {
  THERE,
  /** Not now; but the client can come back and ask for what it has missed. */
  AWAY,
  /** Nobody, and never. */
  GONE
}
