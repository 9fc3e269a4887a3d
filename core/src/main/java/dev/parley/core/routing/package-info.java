/**
 * Routing: whose subscriptions a message sent to a path meets. In memory and pure: no I/O, no
 * clock.
 *
 * <p>Enter through {@link dev.parley.core.routing.SubscriptionTrie}, the one public type. The
 * broker asks it for every message; whoever keeps the subscriptions fills it. It uses only {@code
 * dev.parley.core.address}.
 *
 * <p>Any thread may look up, at any time, without a lock. Changes are made by one thread at a time;
 * the trie sees to that itself.
 */
@NullMarked
package dev.parley.core.routing;

import org.jspecify.annotations.NullMarked;
