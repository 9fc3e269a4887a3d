package dev.parley.agents.tasks;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The records, as everybody sees them: durable. Those of the commit that is being made are staged.
 * Committer thread, except for reading.
 */
final class TaskBook {
  static final String TABLE = "tasks";

  private final int keptMax;
  private final List<TaskHook> hooks = new CopyOnWriteArrayList<>();
  private final Map<String, Task> byId = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Long, String> inOrder = new ConcurrentSkipListMap<>();
  private final Map<String, @Nullable Task> staged = new HashMap<>();

  TaskBook(Records records, int keptMax) {
    this.keptMax = keptMax;
    records.forEach(TABLE, (id, json) -> publish(id, Task.of(json)));
  }

  /** Who is told of everything that is published. */
  List<TaskHook> hooks() {
    return hooks;
  }

  /** With what this commit has changed. */
  @Nullable Task current(@Nullable String id) {
    if (id == null || (byId.isEmpty() && staged.isEmpty())) {
      return null;
    }
    return staged.containsKey(id) ? staged.get(id) : byId.get(id);
  }

  @Nullable Task get(String id) {
    return byId.get(id);
  }

  /** Is there room, or will be when one that has ended is forgotten? */
  boolean hasRoom() {
    return byId.size() < keptMax || oldestEnded() != null;
  }

  private @Nullable Task oldestEnded() {
    return inOrder.values().stream()
        .map(byId::get)
        .filter(each -> each != null && !each.isOpen() && !staged.containsKey(each.id()))
        .findFirst()
        .orElse(null);
  }

  void put(Tx tx, Task task) {
    if (byId.size() >= keptMax && !byId.containsKey(task.id())) {
      Task oldest = oldestEnded();
      if (oldest != null) {
        tx.delete(TABLE, oldest.id());
        staged.put(oldest.id(), null);
      }
    }
    tx.put(TABLE, task.id(), task.toJson());
    staged.put(task.id(), task);
  }

  /** What the commit has changed, if it has happened. */
  List<Task> ended(boolean durable) {
    if (staged.isEmpty()) {
      return List.of();
    }
    List<Task> changed = new ArrayList<>();
    if (durable) {
      staged.forEach(
          (id, task) -> {
            publish(id, task);
            if (task != null) {
              changed.add(task);
            }
          });
    }
    staged.clear();
    return changed;
  }

  void publish(String id, @Nullable Task task) {
    Task before = task == null ? byId.remove(id) : byId.put(id, task);
    if (task != null) {
      inOrder.put(task.number(), id);
      hooks.forEach(hook -> hook.onTask(task));
    } else if (before != null) {
      inOrder.remove(before.number());
    }
  }

  /** The newest first. */
  List<Task> list(Predicate<Task> which, long before, int limit) {
    return inOrder.headMap(before, false).descendingMap().values().stream()
        .map(byId::get)
        .filter(each -> each != null && which.test(each))
        .limit(limit)
        .toList();
  }

  int size() {
    return byId.size();
  }
}
