/**
 * The log that all hubs of a cluster share, on NATS JetStream. Enter through {@link
 * dev.parley.stores.nats.ClusterLog}.
 *
 * <p>A commit of a hub is one entry; an entry is one message of the stream, or several where it
 * exceeds what a message may hold. Each message names its entry, its place in it and their number
 * ({@code Part}), and is stored only directly after the message its writer expects before it. So
 * every writer knows exactly what its entry came after, and every reader finds the same whole
 * entries in the same order: those whose parts lie side by side ({@code Assembly}).
 *
 * <p>Writing ({@code Append}) blocks its caller, on any thread, for no longer than the patience it
 * was given. Each follower ({@code Follower}) has a platform thread of its own, because those who
 * read usually write what they read into an engine of native code.
 */
@NullMarked
package dev.parley.stores.nats;

import org.jspecify.annotations.NullMarked;
