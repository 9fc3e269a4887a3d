/**
 * Measuring without a library: what core counts and times, for whoever shows it. The composition
 * root hands it to {@code doors.status}, which knows how to write it.
 *
 * <p>Enter through {@link dev.parley.core.metrics.Histogram}. One thread records into a histogram,
 * usually the committer; any thread reads.
 */
@NullMarked
package dev.parley.core.metrics;

import org.jspecify.annotations.NullMarked;
