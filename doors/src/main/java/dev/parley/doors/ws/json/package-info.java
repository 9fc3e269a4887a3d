/**
 * The JSON dialect of {@code docs/protocol.md} over WebSockets.
 *
 * <p>Enter through {@link dev.parley.doors.ws.json.JsonDialects}, which the WebSocket door asks for
 * a dialect when a connection begins with text. {@code JsonDialect} reads requests in one pass
 * ({@code RequestReader}), asks {@code Access} who may, and hands them to a handler of the table in
 * {@code Requests}; answers come back as {@code Answer}.
 *
 * <p>On the connection's event loop, except for answers and pushes, which come from the committer.
 * Nothing here blocks, and nothing is parsed into trees: payloads stay the bytes they came as.
 */
@NullMarked
package dev.parley.doors.ws.json;

import org.jspecify.annotations.NullMarked;
