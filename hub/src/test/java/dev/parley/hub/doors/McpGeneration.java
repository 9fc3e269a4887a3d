package dev.parley.hub.doors;

/** The two ways in which MCP is spoken. */
enum McpGeneration {
  /** With a handshake and a session. */
  LEGACY("2025-11-25"),
  /** Without either: every request says everything. */
  MODERN("2026-07-28");

  private final String version;

  McpGeneration(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }
}
