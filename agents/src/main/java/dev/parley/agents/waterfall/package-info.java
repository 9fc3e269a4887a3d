/**
 * What became of a message, and when: accepted, pushed, delivered, waited for a turn, thought
 * about, answered. Enter through {@link dev.parley.agents.waterfall.Waterfalls}.
 *
 * <p>It is put together, when somebody asks, from what is kept anyway: messages, copies and turns
 * in the store, and the times of the newest pushes in this hub's memory. Any thread.
 */
@NullMarked
package dev.parley.agents.waterfall;

import org.jspecify.annotations.NullMarked;
