/**
 * Several hubs on one log, in one thread and without real time: everything that happens follows
 * from a seed, so that a fault that was found once can be looked at as often as needed.
 *
 * <p>Enter through {@link dev.parley.testkit.sim.Simulation}.
 */
@NullMarked
package dev.parley.testkit.sim;

import org.jspecify.annotations.NullMarked;
