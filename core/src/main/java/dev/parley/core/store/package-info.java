/**
 * The ports to durable storage. The core says here what it needs; adapters live in rooms of their
 * own and all pass the contract suite in the testkit.
 *
 * <p>There is one writer: the committer thread opens a {@link dev.parley.core.store.Commit},
 * applies changes and makes them durable as one. Reads come from any thread and see what was
 * durable when they started.
 */
@NullMarked
package dev.parley.core.store;

import org.jspecify.annotations.NullMarked;
