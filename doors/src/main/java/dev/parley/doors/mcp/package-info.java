/**
 * The MCP door: both wire generations on {@code /mcp}, and the older HTTP+SSE transport on {@code
 * /sse} and {@code /message/…}. Which generation a request belongs to is seen from the request
 * itself; both are answered by the same {@link dev.parley.doors.mcp.Methods} from one catalog.
 *
 * <p>Enter through {@link dev.parley.doors.mcp.McpDoor}. Event loops read bodies, begin the calls
 * that need no thread ({@link dev.parley.doors.mcp.AsyncCall}) and write answers; every other
 * message is worked on by a virtual thread of its own.
 */
@NullMarked
package dev.parley.doors.mcp;

import org.jspecify.annotations.NullMarked;
