/**
 * What can be asked about messages that have been accepted: status, history, threads, and waiting
 * for a copy to reach a rung. Changes nothing.
 *
 * <p>Enter through {@link dev.parley.core.history.Lookups}. Reads run on {@link
 * dev.parley.core.history.Readers}, whose threads complete the futures.
 */
@NullMarked
package dev.parley.core.history;

import org.jspecify.annotations.NullMarked;
