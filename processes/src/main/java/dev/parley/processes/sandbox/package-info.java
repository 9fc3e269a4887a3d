/**
 * What keeps a program away from everything that it was not given: deny by default, with
 * bubblewrap's namespaces, limits of the kernel, and a filter of system calls.
 *
 * <p>A {@link dev.parley.processes.sandbox.Sandbox} says what a program may touch. {@link
 * dev.parley.processes.sandbox.Confinement} says what this machine offers, found out by running
 * something in it, and makes the command line. Knows core's errors and nothing of what the programs
 * are for. Any thread that may block.
 */
@NullMarked
package dev.parley.processes.sandbox;

import org.jspecify.annotations.NullMarked;
