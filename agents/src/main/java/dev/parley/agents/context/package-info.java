/**
 * What a brain is shown: the agent's instructions, earlier turns of the session, and what has come.
 * Enter through {@link dev.parley.agents.context.Contexts}.
 *
 * <p>There are three tiers, which are three types. {@link dev.parley.agents.context.MainContext} is
 * for the hub's owner and has everything; {@link dev.parley.agents.context.PersonContext} is for
 * the person whose agent it is and has what that one has said and pinned; {@link
 * dev.parley.agents.context.CommContext} is for everybody else and can only be made of a {@link
 * dev.parley.agents.context.CommHistory}, which in turn can only be read for a session that is not
 * {@code main}. There is no setting for this. What others wrote is fenced ({@link
 * dev.parley.agents.context.Fence}) before a model reads it.
 *
 * <p>Reading blocks: on the turn's thread.
 */
@NullMarked
package dev.parley.agents.context;

import org.jspecify.annotations.NullMarked;
