/**
 * The envelope: what a message is, before it is sent ({@link dev.parley.core.message.Draft}) and
 * after the hub has stamped it ({@link dev.parley.core.message.Message}), and its one written form,
 * JSON.
 *
 * <p>That JSON is what stores keep and what doors send: it is written once, when a message is
 * accepted, and then copied, never parsed again on the hot path. Immutable values, any thread.
 */
@NullMarked
package dev.parley.core.message;

import org.jspecify.annotations.NullMarked;
