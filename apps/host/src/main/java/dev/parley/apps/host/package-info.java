/**
 * Launches apps, watches over them, and tells the rest of the hub which of them run: {@link
 * dev.parley.apps.host.Apps}. Whoever uses what apps provide brings an {@link
 * dev.parley.apps.host.Adapter}.
 *
 * <p>Launching, stopping and calling apps blocks: call on virtual threads.
 */
@NullMarked
package dev.parley.apps.host;

import org.jspecify.annotations.NullMarked;
