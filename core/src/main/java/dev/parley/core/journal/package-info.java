/**
 * Everything that was accepted, in the order of commits, for whoever reacts to messages: search,
 * events, file mailboxes, turns, bridges.
 *
 * <p>Enter through {@link dev.parley.core.journal.Journal}. Numbers are given inside the commit, so
 * once a reader has seen n, nothing at or below n can appear any more, on one hub and on many. A
 * {@link dev.parley.core.journal.Follower} has a thread of its own and remembers how far it has
 * come; however slow it is or however often it fails, nobody waits for it.
 */
@NullMarked
package dev.parley.core.journal;

import org.jspecify.annotations.NullMarked;
