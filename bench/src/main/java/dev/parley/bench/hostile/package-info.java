/**
 * An agent with a valid token that means harm: {@link dev.parley.bench.hostile.Mallory} is a
 * process of its own that does everything in {@link dev.parley.bench.hostile.Attack} at once.
 */
@NullMarked
package dev.parley.bench.hostile;

import org.jspecify.annotations.NullMarked;
