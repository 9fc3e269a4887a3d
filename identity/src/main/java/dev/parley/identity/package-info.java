/**
 * Who somebody is and whose words they may speak: the owner, agents, their tokens, and how many
 * wrong ones are put up with.
 *
 * <p>Doors enter through {@link dev.parley.identity.Authenticator} and carry the {@link
 * dev.parley.identity.Principal} it returns; what a principal may do is asked of the principal.
 * Secrets appear here as {@link dev.parley.identity.Token}, which does not print itself, and
 * everywhere else as hashes. Any thread.
 */
@NullMarked
package dev.parley.identity;

import org.jspecify.annotations.NullMarked;
