package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.rpc.ErrorKind;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two ways MCP has been spoken. They differ in how a conversation is held, not in its topics.
 */
enum Generation {
  /** A handshake, a session, and requests in both directions. */
  LEGACY,
  /** No session: every request carries all that is needed to answer it. */
  MODERN;

  static final String MODERN_VERSION = "2026-07-28";
  static final String NEWEST_LEGACY_VERSION = "2025-11-25";

  /** The only one in which several messages may come as one array. */
  static final String BATCH_VERSION = "2025-03-26";

  static final List<String> LEGACY_VERSIONS =
      List.of(NEWEST_LEGACY_VERSION, "2025-06-18", BATCH_VERSION, "2024-11-05");

  /** Newest first. The older ones are reached through {@code initialize}. */
  static final List<String> ALL_VERSIONS =
      List.of(MODERN_VERSION, NEWEST_LEGACY_VERSION, "2025-06-18", BATCH_VERSION, "2024-11-05");

  private static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

  /** An error as this generation writes it. */
  ObjectNode error(@Nullable JsonNode id, RpcError error) {
    int code =
        this == LEGACY && error.kind() == McpError.RESOURCE_NOT_FOUND
            ? LEGACY_RESOURCE_NOT_FOUND
            : error.kind().code();
    return RpcMessage.error(id, error, code);
  }

  /** The status of the HTTP answer, if it has not begun yet. Legacy errors are ordinary answers. */
  int httpStatus(RpcError error) {
    return switch (this) {
      case LEGACY -> 200;
      case MODERN ->
          switch (error.kind()) {
            case McpError kind -> kind.httpStatus();
            case ErrorKind.Standard.PARSE, ErrorKind.Standard.INVALID_REQUEST -> 400;
            case ErrorKind.Standard.METHOD_NOT_FOUND -> 404;
            default -> 200;
          };
    };
  }
}
