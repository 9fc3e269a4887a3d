/**
 * A hub that keeps nothing: it speaks just enough of the protocol to show how fast the load
 * generator is by itself, and to test it without a hub. One thread, no disk.
 */
@NullMarked
package dev.parley.bench.fake;

import org.jspecify.annotations.NullMarked;
