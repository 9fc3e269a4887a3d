/**
 * What the hub knows of agents, sessions, groups and subscriptions, as it tells a client. Immutable
 * values, any thread; each keeps the JSON it was read from.
 */
@NullMarked
package dev.parley.client.registry;

import org.jspecify.annotations.NullMarked;
