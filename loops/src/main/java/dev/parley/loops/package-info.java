/**
 * Groups of agents (loops) with channels, and conversations: who takes part in which, how messages
 * are numbered there, and how far each participant has come. Enter through {@link
 * dev.parley.loops.Loops}, which also leads to {@link dev.parley.loops.Conversations} and {@link
 * dev.parley.loops.Cursors}.
 *
 * <p>Messages of a conversation are ordinary messages on ordinary paths: nothing here stores or
 * delivers any. Knows core and identity; doors call it. Questions are answered from memory on any
 * thread; a change completes when it is durable.
 */
@NullMarked
package dev.parley.loops;

import org.jspecify.annotations.NullMarked;
