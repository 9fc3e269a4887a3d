package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who wants to know when a copy of a message climbs a rung. Any thread; costs next to nothing while
 * nobody does.
 */
public final class Waiters {
  private final ConcurrentHashMap<MessageId, List<Runnable>> waiting = new ConcurrentHashMap<>();

  public void add(MessageId id, Runnable onClimb) {
    waiting.computeIfAbsent(id, _ -> new CopyOnWriteArrayList<>()).add(onClimb);
  }

  public void remove(MessageId id, Runnable onClimb) {
    waiting.computeIfPresent(
        id,
        (_, list) -> {
          list.remove(onClimb);
          return list.isEmpty() ? null : list;
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
