/**
 * Processes that the hub starts, supervises and stops: for agents' programs, and for whatever else
 * needs one. Knows core's errors and nothing of what the processes are for.
 *
 * <p>Enter through {@link dev.parley.processes.Processes}: {@code start} takes a {@link
 * dev.parley.processes.ProcessSpec} and returns a {@link dev.parley.processes.SupervisedProcess}
 * with a bounded log, counted against a limit. Stopping ends the process with everything that it
 * has started. A run file per process lets the next hub end what a killed one has left.
 *
 * <p>Methods that start or stop block: call them on virtual threads. The system calls that start
 * processes are made on one platform thread ({@code Spawner}); each running process has a platform
 * thread that reads its output.
 */
@NullMarked
package dev.parley.processes;

import org.jspecify.annotations.NullMarked;
