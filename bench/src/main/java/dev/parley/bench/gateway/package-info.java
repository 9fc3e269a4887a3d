/**
 * Clients of the gateway protocol that cost next to nothing: a frame is 47 bytes and JSON, which
 * {@code GatewayFrame} makes and reads. A {@code Crowd} is many bots in channels on one thread,
 * which checks everything that they hear.
 *
 * <p>For the scenarios and the loads; nothing here is for two threads at once.
 */
@NullMarked
package dev.parley.bench.gateway;

import org.jspecify.annotations.NullMarked;
