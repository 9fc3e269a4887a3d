package dev.parley.agents.logs;

import dev.parley.agents.turns.Turns;
import dev.parley.core.address.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * A session in which something was said, or is waiting to be thought about.
 *
 * @param lastAt when its last turn ended, Unix milliseconds, or 0
 * @param open what waits and what is being made, or null
 */
public record LoggedSession(
    SessionKey session, String lane, long lastAt, Turns.@Nullable Standing open) {}
