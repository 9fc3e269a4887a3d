/**
 * Keys of agents: public halves alone, several an agent, the same at every hub.
 *
 * <p>Enter through {@link dev.parley.identity.keys.AgentKeys}, which says who may add and withdraw
 * them and which are good now, and {@link dev.parley.identity.keys.KeyLogins}, with which an agent
 * shows over a connection that it holds one. Doors and {@code dev.parley.identity.signature} come
 * in. Any thread; verifying takes a while and does not belong on an event loop.
 */
@NullMarked
package dev.parley.identity.keys;

import org.jspecify.annotations.NullMarked;
