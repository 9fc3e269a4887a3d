/**
 * JSON-RPC 2.0 as MCP uses it: messages, ids, errors. Trees, not typed schemas: what a schema or an
 * id looks like on the wire is what it must look like when it goes out again.
 *
 * <p>Used by the rest of the MCP door; knows nothing of HTTP. Free of state, any thread.
 */
@NullMarked
package dev.parley.doors.mcp.rpc;

import org.jspecify.annotations.NullMarked;
