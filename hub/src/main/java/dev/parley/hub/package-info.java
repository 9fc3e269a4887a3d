/**
 * The composition root: configuration, wiring, lifecycle and the {@code parley} command. It knows
 * every room and no room knows it.
 */
@NullMarked
package dev.parley.hub;

import org.jspecify.annotations.NullMarked;
