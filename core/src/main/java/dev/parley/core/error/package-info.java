/**
 * The one list of things that can go wrong, and the exception that carries one of them to a door.
 *
 * <p>Every room may throw {@link dev.parley.core.error.Refused}; only doors turn it into their
 * protocol's own words. Free of state, any thread.
 */
@NullMarked
package dev.parley.core.error;

import org.jspecify.annotations.NullMarked;
