/**
 * The rows of the table, one class each: start what is needed, measure in interleaved rounds, add
 * rows to the report. Enter through {@link dev.parley.bench.scenario.Scenario}.
 */
@NullMarked
package dev.parley.bench.scenario;

import org.jspecify.annotations.NullMarked;
