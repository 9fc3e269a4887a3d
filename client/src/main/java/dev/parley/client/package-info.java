/**
 * The Java client of the hub. Enter through {@link dev.parley.client.ParleyClient#connect}: it
 * stays connected, authenticates again after every loss, resends what was not answered, and takes
 * listeners up where they stopped, so that nothing is missed and nothing is sent twice.
 *
 * <p>Uses only the types of core. Every method may be called on any thread. Each request comes
 * twice: blocking, and ending in {@code Async} with a future; a future's dependents run on virtual
 * threads, and so do listeners' handlers, one at a time a listener.
 */
@NullMarked
package dev.parley.client;

import org.jspecify.annotations.NullMarked;
