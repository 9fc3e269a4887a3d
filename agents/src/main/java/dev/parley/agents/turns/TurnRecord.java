package dev.parley.agents.turns;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.UUID;

/**
 * A turn that has ended.
 *
 * @param outcome the name of an {@link dev.parley.agents.brain.Outcome}
 * @param text what was answered, or why nothing was
 * @param answers the messages that were sent
 */
public record TurnRecord(
    SessionKey session,
    UUID turn,
    long startedAt,
    long endedAt,
    List<MessageId> messages,
    String outcome,
    String text,
    List<MessageId> answers,
    Course course) {
  public TurnRecord {
    messages = List.copyOf(messages);
    answers = List.copyOf(answers);
  }
}
