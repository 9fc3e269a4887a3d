/**
 * A simulation of very many agents that lose their hubs in the same moment: how long until all are
 * back, and how hard the hubs are knocked at meanwhile. It draws the client's own waits ({@link
 * dev.parley.client.Backoff}); time is simulated and chance seeded, so a run can be repeated.
 *
 * <p>Enter through {@link dev.parley.bench.storm.StormCommand}. One thread a simulation.
 */
@NullMarked
package dev.parley.bench.storm;

import org.jspecify.annotations.NullMarked;
