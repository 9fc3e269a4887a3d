/**
 * What a broker does, as suites that run the real one on any store.
 *
 * <p>Extend {@link dev.parley.testkit.broker.BrokerContract} in the room of a store. Every test
 * names the requirement it is about. Time is moved by hand; nothing sleeps.
 */
@NullMarked
package dev.parley.testkit.broker;

import org.jspecify.annotations.NullMarked;
