/**
 * Agents that the hub itself looks after. Knows core, identity and processes; doors call it.
 *
 * <p>Rooms: {@code programs} starts processes for agents; {@code turns} wakes the {@code brain} of
 * an agent that runs by itself; {@code talks} is how people speak with one, {@code logs} what was
 * said; {@code usage} counts what agents use of models.
 */
@NullMarked
package dev.parley.agents;

import org.jspecify.annotations.NullMarked;
