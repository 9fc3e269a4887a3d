package dev.parley.core.escalation;

import dev.parley.core.history.Overdue;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.MessageStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records, as everybody sees them: durable. Those of the commit that is being made are staged.
 * Committer thread, except for reading.
 */
final class EscalationBook {
  static final String TABLE = "escalations";
  private static final int ENDED_MAX = 10_000;

  private final Map<MessageId, Overdue> all = new ConcurrentHashMap<>();
  private final Map<MessageId, @Nullable Overdue> staged = new HashMap<>();

  /** How many each has open, in whose name somebody is to be told. */
  private final Map<String, Integer> open = new ConcurrentHashMap<>();

  private int openCount;

  /** The same of the commit that is being made. */
  private final Map<String, Integer> begun = new HashMap<>();

  /** Those that have ended, the oldest first; some may have gone since. */
  private final Deque<MessageId> ended = new ArrayDeque<>();

  EscalationBook(MessageStore store) {
    List<Overdue> stored = new ArrayList<>();
    store.forEachRecord(TABLE, (id, json) -> stored.add(OverdueRow.read(id, json)));
    stored.stream().sorted(Comparator.comparingLong(Overdue::endedAt)).forEach(this::publish);
  }

  @Nullable Overdue get(MessageId id) {
    return all.get(id);
  }

  List<Overdue> open() {
    return all.values().stream().filter(Overdue::isOpen).toList();
  }

  List<Overdue> openOf(String by) {
    return all.values().stream().filter(each -> each.isOpen() && each.by().equals(by)).toList();
  }

  int openCount() {
    return openCount + staged.size();
  }

  int openCount(String by) {
    return open.getOrDefault(by, 0) + begun.getOrDefault(by, 0);
  }

  void put(Tx tx, Overdue overdue) {
    tx.put(TABLE, overdue.id().toString(), OverdueRow.write(overdue));
    staged.put(overdue.id(), overdue);
    if (overdue.isOpen()) {
      begun.merge(overdue.by(), 1, Integer::sum);
    } else if (ended.size() >= ENDED_MAX) {
      delete(tx, ended.getFirst());
    }
  }

  void delete(Tx tx, MessageId id) {
    tx.delete(TABLE, id.toString());
    staged.put(id, null);
  }

  /**
   * @param opened told of each that is open from now on
   */
  void ended(boolean durable, Consumer<Overdue> opened) {
    if (staged.isEmpty()) {
      return;
    }
    if (durable) {
      staged.forEach((id, overdue) -> publish(id, overdue, opened));
    }
    staged.clear();
    begun.clear();
  }

  void publish(MessageId id, @Nullable Overdue overdue, Consumer<Overdue> opened) {
    Overdue before = all.get(id);
    if (overdue != null) {
      publish(overdue);
      if (before == null && overdue.isOpen()) {
        opened.accept(overdue);
      }
      return;
    }
    forget(all.remove(id));
    if (id.equals(ended.peekFirst())) {
      ended.removeFirst();
    }
  }

  private void publish(Overdue overdue) {
    forget(all.put(overdue.id(), overdue));
    if (overdue.isOpen()) {
      openCount++;
      open.merge(overdue.by(), 1, Integer::sum);
    } else {
      ended.addLast(overdue.id());
    }
  }

  private void forget(@Nullable Overdue before) {
    if (before != null && before.isOpen()) {
      openCount--;
      open.computeIfPresent(before.by(), (_, count) -> count == 1 ? null : count - 1);
    }
  }
}
