/**
 * What agents use of models: calls, tokens and cost, counted by day, agent and model.
 *
 * <p>Enter through {@link dev.parley.agents.usage.Usage}. Whoever knows what was used says so: an
 * agent of itself, a person or the hub's owner of their agents. Counters are records, changed in
 * transactions, so that several hubs count as one; nothing is kept in memory. Any thread may come
 * in; reports are read on a thread of the room's own.
 */
@NullMarked
package dev.parley.agents.usage;

import org.jspecify.annotations.NullMarked;
