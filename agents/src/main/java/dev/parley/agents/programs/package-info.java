/**
 * Programs that the hub starts for agents and stops again: only those that the owner has written
 * into the configuration, never through a shell, each with a token of its own that ends with it,
 * and locked in unless the owner says otherwise. Starting, logs and stopping are those of {@code
 * dev.parley.processes}.
 *
 * <p>Enter through {@link dev.parley.agents.programs.Programs}. Its methods block: call them on
 * virtual threads. Everything a program leaves on disk is in one folder of the data directory,
 * which only the owner can read.
 */
@NullMarked
package dev.parley.agents.programs;

import org.jspecify.annotations.NullMarked;
