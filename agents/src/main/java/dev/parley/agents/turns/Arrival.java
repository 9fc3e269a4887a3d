package dev.parley.agents.turns;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;

/**
 * A message that waits for a turn.
 *
 * @param session whose turn it is for
 * @param number of its entry in the journal; the order in which it is thought about
 * @param box in which its copy lies
 * @param position of that copy; negative when it is not known
 * @param at when it came, Unix milliseconds
 * @param forced somebody asked for this turn, so nobody is asked whether to answer
 */
record Arrival(
    SessionKey session,
    long number,
    MessageId id,
    BoxId box,
    long position,
    long at,
    boolean forced) {

  /** Unique, and in the order of numbers within a session. */
  String key() {
    return key(session, number);
  }

  static String key(SessionKey session, long number) {
    return "%s/%016x".formatted(session.text(), number);
  }
}
