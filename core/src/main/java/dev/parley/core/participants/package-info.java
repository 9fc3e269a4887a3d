/**
 * Who takes part: agents, their sessions, groups, and what each is subscribed to; and who is
 * connected right now.
 *
 * <p>Enter through {@link dev.parley.core.participants.Participants}. Reads are in memory and from
 * any thread; changes go through the committer, are durable before they are visible, and then
 * routing follows them.
 */
@NullMarked
package dev.parley.core.participants;

import org.jspecify.annotations.NullMarked;
