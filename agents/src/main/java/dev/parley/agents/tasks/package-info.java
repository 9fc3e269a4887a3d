/**
 * Tasks: what one agent has asked another to do, and how far that has come. Enter through {@link
 * dev.parley.agents.tasks.Tasks}, a ledger.
 *
 * <p>A message of the type {@code task} creates a task in the commit that stores it; messages of
 * the types {@code task_status} and {@code task_result} move it, and are refused when they cannot
 * (docs/adr/0075). Committer thread, except for reading and cancelling.
 */
@NullMarked
package dev.parley.agents.tasks;

import org.jspecify.annotations.NullMarked;
