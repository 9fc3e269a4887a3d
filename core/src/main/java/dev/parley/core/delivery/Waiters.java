package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who wants to know when a copy of a message climbs a rung. Any thread; costs next to nothing while
 * nobody does.
 */
public final class Waiters {
  // The lists are never changed, only replaced, so that nobody is added to one just thrown away.
  private final ConcurrentHashMap<MessageId, List<Runnable>> waiting = new ConcurrentHashMap<>();

  public void add(MessageId id, Runnable onClimb) {
    waiting.merge(id, List.of(onClimb), Waiters::joined);
  }

  private static List<Runnable> joined(List<Runnable> some, List<Runnable> more) {
    List<Runnable> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  public void remove(MessageId id, Runnable onClimb) {
    waiting.computeIfPresent(
        id,
        (_, list) -> {
          List<Runnable> rest = list.stream().filter(each -> !each.equals(onClimb)).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  public boolean isAnyAwaited() {
    return !waiting.isEmpty();
  }

  public boolean isAwaited(MessageId id) {
    return !waiting.isEmpty() && waiting.containsKey(id);
  }

  /** A copy of this message has climbed, and that is durable. */
  public void climbed(MessageId id) {
    List<Runnable> list = waiting.get(id);
    if (list != null) {
      list.forEach(Runnable::run);
    }
  }
}
