/**
 * Sends spans to whoever collects them, by the OpenTelemetry Protocol over HTTP. Enter through
 * {@link dev.parley.traces.OtlpTracer}, which is the {@link dev.parley.core.trace.Tracer} of a hub
 * that records traces; without it there is none.
 *
 * <p>Spans come in on any thread and wait in a queue that has an end; a thread of its own sends
 * them. What does not fit, or cannot be sent, is counted and forgotten: a receiver that is gone
 * slows nobody down (docs/adr/0085).
 */
@NullMarked
package dev.parley.traces;

import org.jspecify.annotations.NullMarked;
