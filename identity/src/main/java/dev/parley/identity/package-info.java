/**
 * Who somebody is: the owner, agents, their tokens, and how many wrong ones are put up with.
 *
 * <p>Doors enter through {@link dev.parley.identity.Authenticator} and carry the {@link
 * dev.parley.identity.Visit} they make of the principal it returns; what somebody may do is asked
 * of {@code dev.parley.identity.authority}. Secrets appear here as {@link
 * dev.parley.identity.Token}, which does not print itself, and everywhere else as hashes. Any
 * thread.
 */
@NullMarked
package dev.parley.identity;

import org.jspecify.annotations.NullMarked;
