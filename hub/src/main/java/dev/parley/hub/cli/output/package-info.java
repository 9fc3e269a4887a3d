/**
 * What the command line writes and how: tables, messages, JSON, progress. Everything that comes
 * from a message or the hub goes through {@link dev.parley.hub.cli.output.Escaped} on its way to
 * the terminal, because whoever can send a message could otherwise type on its reader's screen.
 */
@NullMarked
package dev.parley.hub.cli.output;

import org.jspecify.annotations.NullMarked;
