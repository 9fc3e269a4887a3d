/**
 * Tools that brains use, in one form: {@code tool(resource, action, …)}. Enter through {@link
 * dev.parley.agents.tools.Toolbox}, with which rooms register what they offer; each says for whom
 * it is.
 *
 * <p>What may not be done is refused here, where it would be done: what a model was told or shown
 * has no part in that. Tools act as the agent, with its rights and through the same entrances as
 * everybody. Blocking code on the turn's thread; an interrupt ends it.
 */
@NullMarked
package dev.parley.agents.tools;

import org.jspecify.annotations.NullMarked;
