/**
 * The governor: stops agents that do nothing but answer each other, or that have spent what they
 * may. Enter through {@link dev.parley.agents.governor.Governor}, a ledger that looks at every
 * message before it is stored.
 *
 * <p>What a message was caused by is walked back to the last thing a person said ({@code
 * Lineages}); who talks to whom without saying why is counted for each two of them ({@code Rooms}).
 * A loop that was stopped is a record, put together with the one message that tells a person of it
 * (docs/adr/0073). Committer thread, except for what is listed and allowed.
 */
@NullMarked
package dev.parley.agents.governor;

import org.jspecify.annotations.NullMarked;
