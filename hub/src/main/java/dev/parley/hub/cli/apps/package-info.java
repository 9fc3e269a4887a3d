/**
 * {@code parley apps}: making, installing and running apps, and publishing them. What is done with
 * them goes over REST; what a store does is asked of the hub that is the store.
 */
@NullMarked
package dev.parley.hub.cli.apps;

import org.jspecify.annotations.NullMarked;
