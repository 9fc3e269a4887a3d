/**
 * Turns: a message to an agent that runs by itself wakes its brain, and what the brain answers is
 * sent. Enter through {@link dev.parley.agents.turns.Turns}.
 *
 * <p>What waits is in records, filed by a follower of the journal together with its cursor. A hub
 * claims a session's turn in one commit and ends it in another, which carries the answer, the rungs
 * and the log, and only if the claim is still its own: so a crash at any moment loses no turn and
 * answers none twice, on one hub and on many (docs/adr/0069).
 *
 * <p>{@code Arrivals} works on the follower's thread, brains on a virtual thread a turn, changes of
 * memory on whichever thread hears of them, under the lock of {@code Lines}.
 */
@NullMarked
package dev.parley.agents.turns;

import org.jspecify.annotations.NullMarked;
