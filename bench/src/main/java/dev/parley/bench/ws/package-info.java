/**
 * A WebSocket client that costs as little as one can: the load shares its two cores with what it
 * measures, so every cycle spent here is taken from the hub. Frames are made from templates in
 * which only digits change and read by looking at bytes; no JSON is parsed on the hot path.
 *
 * <p>Enter through {@link dev.parley.bench.ws.WsConnection}. A connection belongs to one thread at
 * a time; it can block ({@link dev.parley.bench.ws.ControlClient}) or be driven by a selector.
 */
@NullMarked
package dev.parley.bench.ws;

import org.jspecify.annotations.NullMarked;
