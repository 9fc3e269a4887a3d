/**
 * The same work for every system: senders publish {@link dev.parley.bench.load.Body bodies} to
 * inboxes, each inbox is read by one consumer and acknowledged, and a {@link
 * dev.parley.bench.load.Ledger} checks that nothing was lost, doubled or reordered. What is in
 * flight is bounded the same way for all: a window a connection between publish and its
 * confirmation, and the sum of the windows between publish and acknowledgement.
 *
 * <p>Enter through {@link dev.parley.bench.load.Load}.
 */
@NullMarked
package dev.parley.bench.load;

import org.jspecify.annotations.NullMarked;
