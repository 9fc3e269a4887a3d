package dev.parley.agents.brain;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import java.util.List;
import java.util.UUID;

/**
 * What a brain is to think about.
 *
 * @param session the agent and the context it thinks in; a brain with a memory of its own resumes
 *     the one of this session
 * @param turn the same when a turn is made again after its hub has gone
 * @param messages what has come, the oldest first; there is at least one
 */
public record BrainRequest(SessionKey session, UUID turn, List<Message> messages) {
  public BrainRequest {
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to think about");
    }
  }

  public Message newest() {
    return messages.getLast();
  }
}
