/**
 * Questions put to the vote: a ledger that opens a tally with a proposal, counts votes in the
 * commit of the message that casts them, and announces the decision in the same commit.
 *
 * <p>Enter through {@link dev.parley.core.proposals.Proposals}; {@link
 * dev.parley.core.proposals.Tally} is what is shown. Committer thread, except for reading a tally.
 */
@NullMarked
package dev.parley.core.proposals;

import org.jspecify.annotations.NullMarked;
