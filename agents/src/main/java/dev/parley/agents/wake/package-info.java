/**
 * Waking: an agent that has messages and does not look is told that there are some, by the way that
 * has proved best with it. What it is told are ids and numbers, never what anybody wrote.
 *
 * <p>Enter through {@link dev.parley.agents.wake.Wakes}. A way is a {@link
 * dev.parley.agents.wake.Waker}. All decisions are made on one thread of the room's own, and
 * claimed in transactions, so that of several hubs one wakes; the ways themselves run on virtual
 * threads and may block.
 */
@NullMarked
package dev.parley.agents.wake;

import org.jspecify.annotations.NullMarked;
