/**
 * Agents that the hub itself looks after. Knows core and identity; doors call it.
 *
 * <p>So far one room: {@code programs}.
 */
@NullMarked
package dev.parley.agents;

import org.jspecify.annotations.NullMarked;
