/**
 * How apps are called: on the caller's thread, with a deadline, and with failures in words.
 *
 * @see dev.parley.apps.calls.Call
 */
@NullMarked
package dev.parley.apps.calls;

import org.jspecify.annotations.NullMarked;
