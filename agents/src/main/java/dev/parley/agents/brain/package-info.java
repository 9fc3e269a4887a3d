/**
 * Brains: what thinks for an agent in one turn, whatever it is made of (a script, a program, a
 * model, a harness). Enter through {@link dev.parley.agents.brain.Brain}.
 *
 * <p>A brain is plain blocking code on the virtual thread of its turn; interrupting that thread
 * cancels it. It knows neither queues nor the broker: {@code turns} calls it and sends what it
 * answers.
 */
@NullMarked
package dev.parley.agents.brain;

import org.jspecify.annotations.NullMarked;
