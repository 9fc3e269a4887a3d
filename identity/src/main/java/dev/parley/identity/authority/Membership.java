package dev.parley.identity.authority;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;

/**
 * What follows from being a member of something: asked by the {@link Authority}, so that it holds
 * at every door. Any thread; never blocks, and costs next to nothing for messages that have to do
 * with no membership.
 */
public interface Membership {

  /** Nobody is a member of anything. */
  Membership NONE = new Membership() {};

  /** The draft with the conversation that follows from its path. */
  default Draft completed(Draft draft) {
    return draft;
  }

  /**
   * @throws Refused when this sender may not send this there, or not as part of that conversation
   */
  default void maySend(Sender from, Draft draft) {}

  /**
   * @throws Refused when the pattern is a path that is not for this subscriber
   */
  default void maySubscribe(AgentId subscriber, Pattern pattern) {}

  /** Is this the id of a conversation that only its participants write into? */
  default boolean isClosed(String conversationId) {
    return false;
  }
}
