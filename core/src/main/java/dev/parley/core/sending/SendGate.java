package dev.parley.core.sending;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;

/** Asked on the sender's thread before a message is taken, at whatever door; never blocks. */
@FunctionalInterface
public interface SendGate {
  /**
   * @throws Refused when this sender may not send this, or not now
   */
  void check(Sender from, Draft draft);
}
