/**
 * How the hub is: {@code /health} (the process answers), {@code /ready} (messages are accepted),
 * {@code /metrics} (for Prometheus) and {@code /status} (for people, without scripts).
 *
 * <p>What is measured is kept by core and the doors, without a library; {@code Metrics} hands it to
 * Micrometer when somebody scrapes (docs/adr/0019), and {@code Metric} says what each number means.
 *
 * <p>Enter through {@link dev.parley.doors.status.StatusPages}. Requests arrive on event loops;
 * what has to ask the store for its numbers is done on a virtual thread.
 */
@NullMarked
package dev.parley.doors.status;

import org.jspecify.annotations.NullMarked;
