/**
 * The {@code parley} command line. Enter through {@link dev.parley.hub.cli.ParleyCommand}; nothing
 * outside {@code dev.parley.hub} knows it. Runs on the main thread of a short-lived process, so
 * what a command does not use should not be loaded.
 */
@NullMarked
package dev.parley.hub.cli;

import org.jspecify.annotations.NullMarked;
