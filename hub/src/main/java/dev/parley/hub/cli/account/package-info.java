/**
 * Accounts of persons on the command line: making one, logging in and out, and the session that
 * other commands use. The session is one file that only its owner may read; whoever changes it
 * holds its lock, because a refresh token that is used twice ends the session. {@link
 * dev.parley.hub.cli.Cli} decides when commands use it. Main thread of a short-lived process; of
 * several at once, one refreshes and the others wait.
 */
@NullMarked
package dev.parley.hub.cli.account;

import org.jspecify.annotations.NullMarked;
