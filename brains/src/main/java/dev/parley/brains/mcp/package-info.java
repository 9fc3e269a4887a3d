/**
 * Servers of the Model Context Protocol that definitions of agents name. Enter through {@link
 * dev.parley.brains.mcp.McpServers}, with which the toolbox offers their tools to brains.
 *
 * <p>Everything such a server says is untrusted: what its tools are called, what they say of
 * themselves, and what they answer. A server is started or called when a turn first needs it, by
 * the official client over transports of ours, and ended when nobody has needed it for a while,
 * when its agent or the hub goes, or when it does not behave. Blocking code on the turn's thread;
 * an interrupt ends it.
 */
@NullMarked
package dev.parley.brains.mcp;

import org.jspecify.annotations.NullMarked;
