/**
 * From durable to seen: live listeners of inboxes, what is in flight to them, their
 * acknowledgements, and those who wait for a copy to reach a rung of the ladder.
 *
 * <p>Everything here happens on the committer thread, so nothing is locked; doors talk to it
 * through {@link dev.parley.core.delivery.Listening} and are talked to through {@link
 * dev.parley.core.delivery.Listener}.
 */
@NullMarked
package dev.parley.core.delivery;

import org.jspecify.annotations.NullMarked;
