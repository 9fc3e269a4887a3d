/**
 * The {@code parley} command line. Enter through {@link dev.parley.hub.cli.ParleyCommand#run};
 * nothing outside {@code dev.parley.hub} knows it. Each command is a class of its own in the room
 * for its kind: {@code messages}, {@code registry}, {@code operations}, {@code run}, {@code
 * account}, {@code completion}. What they share is here: the options every command takes, the way
 * to the hub, and how a failure becomes a line and an exit code.
 *
 * <p>Runs on the main thread of a short-lived process, so what a command does not use should not be
 * loaded.
 */
@NullMarked
package dev.parley.hub.cli;

import org.jspecify.annotations.NullMarked;
