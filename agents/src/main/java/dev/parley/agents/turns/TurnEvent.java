package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.UUID;

/** What is told of a turn while this hub makes it. */
public sealed interface TurnEvent {
  SessionKey session();

  UUID turn();

  /**
   * @param at Unix milliseconds
   * @param messages what it is about
   */
  record Started(SessionKey session, UUID turn, long at, List<MessageId> messages)
      implements TurnEvent {}

  /**
   * The brain has said or done something.
   *
   * @param step which step of the turn this belongs to, from 0; pieces of one text share a step
   * @param offset how many characters of this step were told before
   */
  record Happened(SessionKey session, UUID turn, int step, int offset, BrainEvent event)
      implements TurnEvent {}

  /** It is in the log now, or another hub makes it. */
  record Ended(SessionKey session, UUID turn) implements TurnEvent {}
}
