/**
 * Agents that the hub itself looks after. Knows core, identity and processes; doors call it.
 *
 * <p>So far one room: {@code programs}.
 */
@NullMarked
package dev.parley.agents;

import org.jspecify.annotations.NullMarked;
