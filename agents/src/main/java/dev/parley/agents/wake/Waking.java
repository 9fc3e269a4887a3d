package dev.parley.agents.wake;

import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An agent that is being woken.
 *
 * @param messages for which; no more than {@value #MESSAGES_MAX}, the others are found on the way
 * @param dueAt when to look again, Unix milliseconds
 * @param round which one this is, from 0
 * @param used the ways of this round
 * @param attempts all there were, the newest last
 */
record Waking(
    List<String> messages, long dueAt, int round, List<String> used, List<Attempt> attempts) {
  static final int MESSAGES_MAX = 100;
  private static final int ATTEMPTS_MAX = 50;

  Waking {
    messages = List.copyOf(messages);
    used = List.copyOf(used);
    attempts = List.copyOf(attempts);
  }

  static Waking of(long dueAt, List<String> messages) {
    return new Waking(messages, dueAt, 0, List.of(), List.of());
  }

  List<MessageId> ids() {
    return messages.stream().map(MessageId::parse).toList();
  }

  boolean isTrying() {
    return !attempts.isEmpty() && attempts.getLast().outcome() == Attempt.Outcome.TRYING;
  }

  Waking with(List<String> more) {
    Set<String> all = new LinkedHashSet<>(messages);
    more.stream().limit(Math.max(0, MESSAGES_MAX - all.size())).forEach(all::add);
    return new Waking(List.copyOf(all), dueAt, round, used, attempts);
  }

  Waking only(List<String> some) {
    return new Waking(some, dueAt, round, used, attempts);
  }

  Waking dueAt(long at) {
    return new Waking(messages, at, round, used, attempts);
  }

  Waking nextRound(long at) {
    return new Waking(messages, at, round + 1, List.of(), attempts);
  }

  Waking trying(Attempt attempt, long until) {
    List<String> ways = new ArrayList<>(used);
    ways.add(attempt.way());
    List<Attempt> all = new ArrayList<>(attempts);
    all.add(attempt);
    int from = Math.max(0, all.size() - ATTEMPTS_MAX);
    return new Waking(messages, until, round, ways, all.subList(from, all.size()));
  }

  /** The last attempt went so. */
  Waking ended(Attempt how, long at) {
    List<Attempt> all = new ArrayList<>(attempts.subList(0, attempts.size() - 1));
    all.add(how);
    return new Waking(messages, at, round, used, all);
  }
}
