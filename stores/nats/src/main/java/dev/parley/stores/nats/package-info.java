/**
 * The store of many hubs, on NATS JetStream. Enter through {@link
 * dev.parley.stores.nats.NatsStore}, made from a {@link dev.parley.stores.nats.ClusterLog}.
 *
 * <ul>
 *   <li>The log. A commit of a hub is one entry; an entry is one message of the stream, or several
 *       where it exceeds what a message may hold. Each message names its entry, its place in it and
 *       their number ({@code Part}), and is stored only directly after the message its writer
 *       expects before it ({@code Append}). So every writer knows exactly what its entry came
 *       after, and every reader finds the same whole entries in the same order: those whose parts
 *       lie side by side ({@code Assembly}, {@code Follower}).
 *   <li>The view. Every hub applies the entries to a store of its own ({@code ClusterView}), which
 *       may begin with a snapshot ({@code Snapshots}, {@code SnapshotKeeper}); reads go there.
 *   <li>The other hubs: which of them run ({@code Members}), and that each gets to append ({@code
 *       AppendFairness}).
 *   <li>Blobs that all hubs share ({@link dev.parley.stores.nats.ClusterBlobs}), and bringing an
 *       existing store into a cluster ({@link dev.parley.stores.nats.Filling}).
 * </ul>
 *
 * <p>Threads: the committer appends and applies, and blocks for no longer than the patience it was
 * given. Each follower, the members and the snapshots have a platform thread of their own, because
 * they call an engine of native code.
 */
@NullMarked
package dev.parley.stores.nats;

import org.jspecify.annotations.NullMarked;
