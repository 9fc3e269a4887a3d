/**
 * Measurements: JMH benchmarks and side-by-side load runs against other systems. Nobody depends on
 * it.
 */
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
