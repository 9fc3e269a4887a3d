package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.StoredMessage;

/**
 * Told what happens in conversations, at every hub that shares the store, when it is durable, in
 * the order of the commits. On the committer thread: be short and never block.
 */
public interface ConversationHook {

  /**
   * This agent takes part from now on. Told before {@link #onMessage} of any message that it gets,
   * and before that message reaches any inbox.
   */
  default void onJoined(AgentId who, Conversation conversation) {}

  /** This agent takes part no more, or is gone, or the conversation is. */
  default void onLeft(AgentId who, Conversation conversation) {}

  /**
   * A message was accepted.
   *
   * @param seq its number in the conversation: 1, 2, 3 without holes
   */
  default void onMessage(Conversation conversation, long seq, StoredMessage message) {}
}
