package dev.parley.agents.context;

import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * How the turns of a session are kept: one record, as many turns as fit.
 *
 * @param incarnation of the agent, so that a namesake does not go on with it
 * @param turns the oldest first
 */
record ConversationRow(String incarnation, long endedAt, List<Turn> turns) {
  static final int TURNS_MAX = 40;
  static final int ANSWER_CHARS_MAX = 4_000;
  private static final JsonMapper JSON = new JsonMapper();

  ConversationRow {
    turns = List.copyOf(turns);
  }

  record Turn(List<String> messages, String answer) {
    List<MessageId> ids() {
      return messages.stream().map(MessageId::parse).toList();
    }
  }

  static ConversationRow of(byte[] json) {
    return JSON.readValue(json, ConversationRow.class);
  }

  byte[] toBytes() {
    return JSON.writeValueAsBytes(this);
  }

  static ConversationRow after(
      @Nullable ConversationRow before,
      String incarnation,
      long endedAt,
      List<MessageId> messages,
      String answer) {
    List<Turn> turns = new ArrayList<>();
    if (before != null && before.incarnation.equals(incarnation)) {
      turns.addAll(before.turns);
    }
    String cut =
        answer.length() <= ANSWER_CHARS_MAX ? answer : answer.substring(0, ANSWER_CHARS_MAX) + "…";
    turns.add(new Turn(messages.stream().map(MessageId::toString).toList(), cut));
    return new ConversationRow(
        incarnation, endedAt, turns.subList(Math.max(0, turns.size() - TURNS_MAX), turns.size()));
  }
}
