/**
 * Taking messages out of inboxes without listening, and what happens to those that nobody takes:
 * they expire, and retention forgets them.
 *
 * <p>Enter through {@link dev.parley.core.inbox.Inboxes}. Receiving completes on reader threads;
 * {@link dev.parley.core.inbox.Expiry} is a ledger on the committer thread, {@link
 * dev.parley.core.inbox.Retention} has a thread of its own.
 */
@NullMarked
package dev.parley.core.inbox;

import org.jspecify.annotations.NullMarked;
