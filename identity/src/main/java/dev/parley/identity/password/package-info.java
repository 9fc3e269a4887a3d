/**
 * Passwords of persons: hashed with Argon2id, on threads of their own, never on an event loop.
 * Enter through {@link dev.parley.identity.password.Passwords}.
 */
@NullMarked
package dev.parley.identity.password;

import org.jspecify.annotations.NullMarked;
