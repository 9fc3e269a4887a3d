/**
 * WebSockets: the transport, whatever is spoken over it.
 *
 * <p>Enter through {@link dev.parley.doors.ws.WebSocketDoor}. {@code FrameReader} takes frames off
 * the socket's bytes, {@code Outbox} puts waiting frames on it in batches (see {@code
 * docs/adr/0005}), {@code Connection} knows how much is under way and when to stop reading or to
 * hang up. What is said is a {@link dev.parley.doors.ws.Dialect}'s business, which a {@link
 * dev.parley.doors.ws.DialectFactory} opens when the first frame is its own (docs/adr/0042); no
 * class in here knows one of them.
 *
 * <p>Everything of a connection happens on its event loop, except for adding to its outbox, which
 * any thread may do: answers and pushes come from the committer. Nothing here blocks.
 */
@NullMarked
package dev.parley.doors.ws;

import org.jspecify.annotations.NullMarked;
