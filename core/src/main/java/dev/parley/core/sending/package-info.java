/**
 * The way in for messages: a draft is admitted, matched and written on its sender's thread,
 * numbered and filed by the committer, and only then acknowledged and fanned out.
 *
 * <p>Enter through {@link dev.parley.core.sending.Sending}, which the broker hands drafts to. Here
 * live also {@link dev.parley.core.sending.TxRunner}, through which the other rooms of the core
 * make their transactions, and {@link dev.parley.core.sending.Ledgers}, which asks every ledger
 * about every message. Jobs are applied on the committer thread.
 */
@NullMarked
package dev.parley.core.sending;

import org.jspecify.annotations.NullMarked;
