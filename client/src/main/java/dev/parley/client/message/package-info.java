/**
 * Messages as a client sees them: what it sends ({@link dev.parley.client.message.Draft}), what it
 * gets ({@link dev.parley.client.message.ReceivedMessage}), and what the hub says about either.
 * Immutable values, any thread; each keeps the JSON it was read from.
 */
@NullMarked
package dev.parley.client.message;

import org.jspecify.annotations.NullMarked;
