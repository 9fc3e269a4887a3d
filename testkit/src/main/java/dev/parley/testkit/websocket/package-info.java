/**
 * A WebSocket server on loopback whose every answer the test decides: for testing clients against
 * behaviour that a right server never shows, such as lost answers, dropped connections and broken
 * frames. Enter through {@link dev.parley.testkit.websocket.FakeWebSocketServer}.
 */
@NullMarked
package dev.parley.testkit.websocket;

import org.jspecify.annotations.NullMarked;
