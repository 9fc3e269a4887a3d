/**
 * {@code parley join}, {@code leave} and {@code mcp install}: the configurations of programs that
 * speak MCP are changed at one place, and everything else in them stays as it was written. An entry
 * is put in or taken out by changing the text; what was not understood is refused and left alone.
 */
@NullMarked
package dev.parley.hub.cli.join;

import org.jspecify.annotations.NullMarked;
