/**
 * One package a protocol: decode, authenticate, call a service, encode. Doors know nothing of each
 * other. What they share: {@code http} (ports, routes, callers, bodies, event streams), {@code
 * json} (requests and shapes), {@code rpc} (JSON-RPC) and {@code error} (what each protocol calls
 * an error).
 *
 * <p>Event loops decode and encode and never wait; whatever blocks (tools of MCP, blobs, transfers,
 * file mailboxes) has a thread of its own.
 */
@NullMarked
package dev.parley.doors;

import org.jspecify.annotations.NullMarked;
