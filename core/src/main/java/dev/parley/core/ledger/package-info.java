/**
 * How services keep state that changes together with messages.
 *
 * <p>A {@link dev.parley.core.ledger.Ledger} registers itself with the broker and is asked and told
 * about every message, inside the commit that stores it. {@link
 * dev.parley.core.ledger.Transactions} is for everybody else who wants records, messages and
 * delivery states to change as one. Both see and change the store through a {@link
 * dev.parley.core.ledger.Tx}, on the committer thread, and may be run again in another commit when
 * the first one did not happen, or when another hub's commit came first.
 */
@NullMarked
package dev.parley.core.ledger;

import org.jspecify.annotations.NullMarked;
