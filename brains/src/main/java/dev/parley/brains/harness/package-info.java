/**
 * What all brains that are harnesses share, that is, other people's coding agents which the hub
 * starts as processes: how each is set up ({@link dev.parley.brains.harness.Preset}), the processes
 * of all agents ({@link dev.parley.brains.harness.Harnesses}), which of a harness's own sessions
 * goes on in which session of an agent ({@link dev.parley.brains.harness.SessionBook}), and what a
 * harness is told of messages.
 *
 * <p>Blocks: on the virtual threads of turns.
 */
@NullMarked
package dev.parley.brains.harness;

import org.jspecify.annotations.NullMarked;
