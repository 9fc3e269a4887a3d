/**
 * What was said in the sessions of agents, to be read and looked through by people and by the
 * agents themselves. Enter through {@link dev.parley.agents.logs.Logs}, which blocks; who may is
 * for the door to ask. Never for a turn: what a brain is shown is up to {@code context}.
 */
@NullMarked
package dev.parley.agents.logs;

import org.jspecify.annotations.NullMarked;
