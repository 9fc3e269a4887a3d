/**
 * Talking with an agent in one of its sessions: beginning one, saying more in it, breaking off.
 * Enter through {@link dev.parley.agents.talks.Talks}, from any thread. What is said is a message
 * like any other; {@code turns} does the rest.
 */
@NullMarked
package dev.parley.agents.talks;

import org.jspecify.annotations.NullMarked;
