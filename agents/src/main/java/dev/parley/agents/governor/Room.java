package dev.parley.agents.governor;

import dev.parley.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of two agents that write to each other.
 *
 * @param one the name that sorts first
 * @param last who has spoken last, as far as it counts
 * @param alternations how often the other one has spoken, without saying what it reacts to
 * @param reactions messages that are reactions to reactions
 * @param since when counting began, Unix milliseconds
 * @param sinceNumber the number of the message with which it did
 * @param answered the request that was answered last
 * @param answers how often in a row
 */
record Room(
    String one,
    String two,
    String last,
    int alternations,
    int reactions,
    long since,
    long sinceNumber,
    @Nullable MessageId answered,
    int answers) {

  /** So many answers to one request are still an answer. */
  static final int ANSWERS_MAX = 8;

  /** What is kept on disk until half of what is allowed: so much at most a restart forgets. */
  static final int NOTED_EVERY = 10;

  static Room begin(String from, String to, long now, long number) {
    boolean sorted = from.compareTo(to) <= 0;
    return new Room(sorted ? from : to, sorted ? to : from, from, 0, 0, now, number, null, 0);
  }

  static String key(String from, String to) {
    return from.compareTo(to) <= 0 ? from + "/" + to : to + "/" + from;
  }

  String key() {
    return one + "/" + two;
  }

  int counted() {
    return alternations + reactions;
  }

  boolean isOf(String from, String to) {
    return (one.equals(from) && two.equals(to)) || (one.equals(to) && two.equals(from));
  }

  Room alternated(String from) {
    return new Room(
        one, two, from, alternations + 1, reactions, since, sinceNumber, answered, answers);
  }

  Room reacted(String from) {
    return new Room(
        one, two, from, alternations, reactions + 1, since, sinceNumber, answered, answers);
  }

  Room answering(MessageId request) {
    int again = request.equals(answered) ? answers + 1 : 1;
    return new Room(one, two, last, alternations, reactions, since, sinceNumber, request, again);
  }

  /** May this request be answered once more without that being a conversation? */
  boolean mayAnswer(MessageId request) {
    return !request.equals(answered) || answers < ANSWERS_MAX;
  }
}
