/**
 * How fast agents may go. Enter through {@link dev.parley.identity.limits.RateLimits}; the
 * authority asks it for every message, doors for every request. Time comes from outside. Any
 * thread.
 */
@NullMarked
package dev.parley.identity.limits;

import org.jspecify.annotations.NullMarked;
