/**
 * A WebSocket client (RFC 6455) over a plain socket: text or binary messages, pings, closing. Ours
 * because it starts in a third of the time of the JDK's, which decides how quick {@code parley
 * send} feels (docs/adr/0004-client-transport.md).
 *
 * <p>Enter through {@link dev.parley.client.socket.WebSocket}. One thread reads; any thread may
 * append and flush. Knows nothing of the messages it carries.
 */
@NullMarked
package dev.parley.client.socket;

import org.jspecify.annotations.NullMarked;
