/**
 * Brains that are programs started anew for each turn, such as {@code claude -p}: what they print
 * is their answer (docs/adr/0072). Enter through {@link dev.parley.brains.command.CommandBrain}.
 *
 * <p>{@code run} blocks, on the virtual thread of its turn.
 */
@NullMarked
package dev.parley.brains.command;

import org.jspecify.annotations.NullMarked;
