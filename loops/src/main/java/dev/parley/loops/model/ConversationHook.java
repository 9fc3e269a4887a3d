package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.StoredMessage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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

  /** This agent has read up to this number. */
  default void onRead(AgentId who, UUID conversation, long seq) {}

  /**
   * A loop was made, changed or deleted.
   *
   * @param who the member that came, went or became another; null when it is about the loop itself
   */
  default void onLoop(Loop loop, @Nullable AgentId who) {}

  /**
   * Something was said at this hub that is kept nowhere, as that somebody is typing. On any thread,
   * in no order with the others.
   */
  default void onPassing(Conversation conversation, AgentId from, String stream, byte[] content) {}
}
