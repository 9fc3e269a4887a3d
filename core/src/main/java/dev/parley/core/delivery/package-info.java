/**
 * From durable to seen: live listeners of inboxes, what is in flight to them, their
 * acknowledgements, and who waits for a copy to reach a rung of the ladder.
 *
 * <p>Enter through {@link dev.parley.core.delivery.Live}, which the broker alone holds. Doors hold
 * the {@link dev.parley.core.delivery.Listening} that it returns and are called back through {@link
 * dev.parley.core.delivery.Listener}. Each listener has a feed that follows one inbox; feeds know
 * the rest only as their {@code FeedHost}. All of it runs on the committer thread, so nothing is
 * locked.
 */
@NullMarked
package dev.parley.core.delivery;

import org.jspecify.annotations.NullMarked;
