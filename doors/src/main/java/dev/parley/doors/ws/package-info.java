/**
 * WebSockets at {@code /ws}, in the JSON dialect of {@code docs/protocol.md}.
 *
 * <p>Enter through {@link dev.parley.doors.ws.WebSocketDoor}. Behind it there are two halves:
 *
 * <ul>
 *   <li>the line: {@code FrameReader} takes frames off the socket's bytes, {@code Outbox} puts
 *       waiting frames on it in batches (see {@code docs/adr/0005}), {@code Connection} knows how
 *       much is under way and when to stop reading or to hang up;
 *   <li>the dialect: {@code JsonDialect} reads requests in one pass ({@code RequestReader}), asks
 *       {@code Access} who may, and hands them to a handler of the table in {@code Requests};
 *       answers come back as {@code Answer}.
 * </ul>
 *
 * <p>Everything of a connection happens on its event loop, except for adding to its outbox, which
 * any thread may do: answers and pushes come from the committer. Nothing here blocks, and nothing
 * is parsed into trees: payloads stay the bytes they came as.
 */
@NullMarked
package dev.parley.doors.ws;

import org.jspecify.annotations.NullMarked;
