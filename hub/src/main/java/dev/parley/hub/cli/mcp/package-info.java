/**
 * {@code parley mcp}: MCP on standard input and output, for clients that start their servers as
 * programs. It is a bridge and no second server: every line goes to the hub's {@code /mcp}, which
 * speaks both generations. {@code parley mcp install} writes it into a client's configuration.
 */
@NullMarked
package dev.parley.hub.cli.mcp;

import org.jspecify.annotations.NullMarked;
