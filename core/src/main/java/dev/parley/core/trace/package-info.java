/**
 * Traces: the small port through which the hub says what it did, when, and as a part of what. Core
 * knows no tracing library; whoever starts the hub hands in a {@link dev.parley.core.trace.Tracer},
 * and without one nothing is noted. Any thread.
 *
 * <p>Spans carry ids, paths, sizes and words of the hub's own, never anything that a message says
 * (docs/adr/0085).
 */
@NullMarked
package dev.parley.core.trace;

import org.jspecify.annotations.NullMarked;
