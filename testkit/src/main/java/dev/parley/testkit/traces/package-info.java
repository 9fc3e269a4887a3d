/**
 * Somebody who collects traces: reads what a hub sends with OpenTelemetry's own classes, so that
 * what the hub writes by hand is judged by those who defined it.
 */
@NullMarked
package dev.parley.testkit.traces;

import org.jspecify.annotations.NullMarked;
