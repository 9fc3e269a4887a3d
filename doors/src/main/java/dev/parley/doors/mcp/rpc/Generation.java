package dev.parley.doors.mcp.rpc;

import java.util.List;

/**
 * The two ways MCP has been spoken. They differ in how a conversation is held, not in its topics.
 */
public enum Generation {
  /** A handshake, a session, and requests in both directions. */
  LEGACY,
  /** No session: every request carries all that is needed to answer it. */
  MODERN;

  public static final String MODERN_VERSION = "2026-07-28";
  public static final String NEWEST_LEGACY_VERSION = "2025-11-25";

  /** The only one in which several messages may come as one array. */
  public static final String BATCH_VERSION = "2025-03-26";

  public static final List<String> LEGACY_VERSIONS =
      List.of(NEWEST_LEGACY_VERSION, "2025-06-18", BATCH_VERSION, "2024-11-05");

  /** Newest first. The older ones are reached through {@code initialize}. */
  public static final List<String> ALL_VERSIONS =
      List.of(MODERN_VERSION, NEWEST_LEGACY_VERSION, "2025-06-18", BATCH_VERSION, "2024-11-05");
}
