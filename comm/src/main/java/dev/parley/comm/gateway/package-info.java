/**
 * The plugin that joins the loops of another hub: a client of the binary gateway protocol
 * (docs/gateway.md).
 *
 * <p>Enter through {@link dev.parley.comm.gateway.GatewayPlugin}. A {@code Link} keeps one
 * connection up: it dials, authenticates, waits longer after each failure, renews the token once
 * when it is refused, and stops when that does not help. A {@code Session} is one connection: a
 * thread reads frames, another hands on what was said. Time, chance and the network are handed in.
 */
@NullMarked
package dev.parley.comm.gateway;

import org.jspecify.annotations.NullMarked;
