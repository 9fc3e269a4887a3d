/**
 * The way of a message: drafts come in through {@link dev.parley.core.broker.Broker#route}, are
 * matched in memory, made durable by the one committer thread, and only then acknowledged and
 * shown.
 *
 * <p>Doors call {@code Broker} from any thread; futures complete on the committer or a reader
 * thread, so what is hung on them must be short and must not block.
 */
@NullMarked
package dev.parley.core.broker;

import org.jspecify.annotations.NullMarked;
