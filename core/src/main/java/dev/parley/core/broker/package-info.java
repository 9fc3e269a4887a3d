/**
 * The entrance of the core: {@link dev.parley.core.broker.Broker} wires the rooms together
 * (sending, inbox, deadletters, proposals, history, delivery, participants, journal) and is what
 * doors call.
 *
 * <p>Doors call it from any thread; futures complete on the committer or a reader thread, so what
 * is hung on them must be short and must not block.
 */
@NullMarked
package dev.parley.core.broker;

import org.jspecify.annotations.NullMarked;
