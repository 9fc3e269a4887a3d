package dev.parley.agents.context;

import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * How the turns of a session are kept: one record, as many turns as fit. What the owner said is
 * never dropped: what does not fit any more is laid aside.
 *
 * @param incarnation of the agent, so that a namesake does not go on with it
 * @param turns the oldest first
 * @param summary what stands for those laid aside because they were condensed, or null
 * @param laidAside how many parts there are of what was laid aside; null for none
 */
record ConversationRow(
    String incarnation,
    long endedAt,
    List<Turn> turns,
    @Nullable Summary summary,
    @Nullable Integer laidAside) {
  static final int TURNS_MAX = 40;
  static final int MAIN_TURNS_MAX = 500;
  static final int ANSWER_CHARS_MAX = 4_000;
  private static final JsonMapper JSON = new JsonMapper();

  ConversationRow {
    turns = List.copyOf(turns);
  }

  /**
   * @param at when it ended; null in what was written by earlier versions, like the outcome
   */
  record Turn(List<String> messages, String answer, @Nullable Long at, @Nullable String outcome) {
    List<MessageId> ids() {
      return messages.stream().map(MessageId::parse).toList();
    }
  }

  /**
   * @param turns for how many it stands
   */
  record Summary(String text, int turns, long at) {}

  static ConversationRow empty(String incarnation) {
    return new ConversationRow(incarnation, 0, List.of(), null, null);
  }

  static ConversationRow of(byte[] json) {
    return JSON.readValue(json, ConversationRow.class);
  }

  byte[] toBytes() {
    return JSON.writeValueAsBytes(this);
  }

  /** Turns that were laid aside together. */
  static List<Turn> turns(byte[] json) {
    return List.of(JSON.readValue(json, Turn[].class));
  }

  static byte[] toBytes(List<Turn> turns) {
    return JSON.writeValueAsBytes(turns);
  }

  int parts() {
    return laidAside == null ? 0 : laidAside;
  }

  /** With a further turn, however many there are then. */
  ConversationRow with(List<MessageId> messages, String answer, String outcome, long at) {
    String cut =
        answer.length() <= ANSWER_CHARS_MAX ? answer : answer.substring(0, ANSWER_CHARS_MAX) + "…";
    List<Turn> all = new ArrayList<>(turns);
    all.add(new Turn(messages.stream().map(MessageId::toString).toList(), cut, at, outcome));
    return new ConversationRow(incarnation, at, all, summary, laidAside);
  }

  /** Without all but the newest so many. */
  ConversationRow newest(int count) {
    return new ConversationRow(
        incarnation,
        endedAt,
        turns.subList(Math.max(0, turns.size() - count), turns.size()),
        summary,
        laidAside);
  }

  /** Without its oldest turns, which are one part more of what was laid aside. */
  ConversationRow layingAside(int count) {
    return new ConversationRow(
        incarnation, endedAt, turns.subList(count, turns.size()), summary, parts() + 1);
  }

  ConversationRow summarized(String text, int count, long at) {
    int before = summary == null ? 0 : summary.turns();
    return new ConversationRow(
        incarnation, endedAt, turns, new Summary(text, before + count, at), laidAside);
  }
}
