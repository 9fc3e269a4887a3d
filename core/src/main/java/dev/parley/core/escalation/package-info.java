/**
 * Messages that have to get somewhere in time, and those who are told when they do not. A ledger:
 * it opens a record in the commit of the message, and what it sends is sent in the commit that
 * closes it. Doors come in by {@link dev.parley.core.escalation.Escalations} for what agents and
 * the hub are set to; everything else follows from messages. Reading is for any thread.
 */
@NullMarked
package dev.parley.core.escalation;

import org.jspecify.annotations.NullMarked;
