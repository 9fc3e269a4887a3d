/**
 * The gateway door: a binary protocol over WebSockets, in which bots and their owners talk in
 * conversations (docs/gateway.md, docs/adr/0059).
 *
 * <p>Enter through {@link dev.parley.doors.gateway.GatewayDialects}, a dialect of the transport in
 * {@code doors.ws}. A {@code GatewayDialect} is one connection until it is known who it is, a
 * {@code Guest} is it from then on. {@code Lobby} knows all guests and is told by {@code loops}
 * what is said; a {@code Following} is one guest's way through one conversation. {@code Joins} and
 * {@code Sends} do what a guest asks for.
 *
 * <p>What a client sends is handled on its event loop. What is said comes from the committer thread
 * and from readers of the store, which take the lock of one {@code Following} for a moment and add
 * to an outbox. Nothing here blocks.
 */
@NullMarked
package dev.parley.doors.gateway;

import org.jspecify.annotations.NullMarked;
