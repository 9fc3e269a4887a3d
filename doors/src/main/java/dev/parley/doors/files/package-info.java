/**
 * Mailboxes made of files, for bots that can do no more than read and write a directory:
 *
 * <pre>
 *  {directory}/{bot}/outbox/            the bot puts files here: what it says
 *  {directory}/{bot}/outbox/sent/{day}/ the audit: every file the hub has taken, as it was, and
 *                                       copies of what the bot has said through other doors
 *  {directory}/{bot}/inbox/             the hub puts files here: what the bot is told; it deletes them
 *  {directory}/{bot}/rejected/          files nobody could use, each with its reason beside it
 *  {directory}/{bot}/.parley/           the hub's own: files being written, and what was being moved
 * </pre>
 *
 * <p>The directory's name is the principal: what lies in a bot's area is said by that bot and
 * nobody else. Files are taken once and delivered once whatever crashes in between: a file's id is
 * its message's id, so that a file taken again adds nothing, and a journal says which deliveries
 * were under way, so that one finished is not made again (docs/adr/0020).
 *
 * <p>Enter through {@link dev.parley.doors.files.FileMailboxes}. A mailbox has two virtual threads,
 * one for each direction, and a few more while files are written; a watcher wakes them, and they
 * look by themselves every so often, so nothing depends on the watcher.
 */
@NullMarked
package dev.parley.doors.files;

import org.jspecify.annotations.NullMarked;
