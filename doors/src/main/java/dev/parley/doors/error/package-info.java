/**
 * What each protocol calls an {@link dev.parley.core.error.ErrorCode}.
 *
 * <p>Enter through {@link dev.parley.doors.error.ErrorTable}. Every door takes statuses and codes
 * from there and has no table of its own (docs/adr/0041). Free of state, any thread.
 */
@NullMarked
package dev.parley.doors.error;

import org.jspecify.annotations.NullMarked;
