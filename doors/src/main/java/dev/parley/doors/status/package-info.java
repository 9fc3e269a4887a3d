/**
 * How the hub is: {@code /health} (the process answers), {@code /ready} (messages are accepted),
 * {@code /metrics} (for Prometheus) and {@code /status} (for people, without scripts).
 *
 * <p>The metrics are written by hand: everything there is to tell is a list of numbers that the
 * broker and the doors keep anyway, and the text format is a line each, so a metrics library would
 * bring twelve jars and a second set of counters for forty lines saved.
 *
 * <p>Enter through {@link dev.parley.doors.status.StatusPages}. Requests arrive on event loops;
 * what has to ask the store for its numbers is done on a virtual thread.
 */
@NullMarked
package dev.parley.doors.status;

import org.jspecify.annotations.NullMarked;
