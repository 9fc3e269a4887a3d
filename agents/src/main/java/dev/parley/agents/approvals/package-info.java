/**
 * Approvals: somebody asks before it does something, and a person or another agent says yes or no.
 * Enter through {@link dev.parley.agents.approvals.Approvals}, a ledger.
 *
 * <p>A request is a message with the command {@code approval.request}, whichever door it came
 * through, and its payload is what is asked about; an answer is a reply to it. Both change the
 * record in the commit that stores them (docs/adr/0074). Committer thread, except for asking,
 * waiting and reading.
 */
@NullMarked
package dev.parley.agents.approvals;

import org.jspecify.annotations.NullMarked;
