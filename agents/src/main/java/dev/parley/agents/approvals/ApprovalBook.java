package dev.parley.agents.approvals;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The records, as everybody sees them: durable. Those of the commit that is being made are staged.
 * Committer thread, except for reading and waiting.
 */
final class ApprovalBook {
  static final String TABLE = "approvals";
  static final int KEPT_MAX = 5_000;

  private final ConcurrentSkipListMap<String, Approval> all = new ConcurrentSkipListMap<>();
  private final List<ApprovalHook> hooks = new CopyOnWriteArrayList<>();
  private final Map<String, @Nullable Approval> staged = new HashMap<>();
  private final Map<String, List<CompletableFuture<Approval>>> waiting = new ConcurrentHashMap<>();

  ApprovalBook(Records records) {
    records.forEach(TABLE, (id, json) -> all.put(id, Approval.of(json)));
  }

  /** Who is told of everything that is published. */
  List<ApprovalHook> hooks() {
    return hooks;
  }

  @Nullable Approval current(@Nullable String id) {
    if (id == null || (all.isEmpty() && staged.isEmpty())) {
      return null;
    }
    return staged.containsKey(id) ? staged.get(id) : all.get(id);
  }

  @Nullable Approval get(String id) {
    return all.get(id);
  }

  List<Approval> newestFirst() {
    return List.copyOf(all.descendingMap().values());
  }

  /**
   * The newest first.
   *
   * @param before only those that were asked before the one of this id; null for all
   */
  List<Approval> list(Predicate<Approval> which, @Nullable String before, int limit) {
    return (before == null ? all : all.headMap(before, false))
        .descendingMap().values().stream().filter(which).limit(limit).toList();
  }

  long openOf(String asker) {
    return all.values().stream()
        .filter(each -> each.isOpen() && each.asker().equals(asker))
        .count();
  }

  /** The oldest that is decided goes when there are too many. */
  boolean put(Tx tx, Approval approval) {
    if (all.size() >= KEPT_MAX && !all.containsKey(approval.id())) {
      Approval oldest =
          all.values().stream()
              .filter(each -> !each.isOpen() && !staged.containsKey(each.id()))
              .findFirst()
              .orElse(null);
      if (oldest == null) {
        return false;
      }
      tx.delete(TABLE, oldest.id());
      staged.put(oldest.id(), null);
    }
    tx.put(TABLE, approval.id(), approval.toJson());
    staged.put(approval.id(), approval);
    return true;
  }

  void ended(boolean durable) {
    if (staged.isEmpty()) {
      return;
    }
    if (durable) {
      staged.forEach(this::publish);
    }
    staged.clear();
  }

  void publish(String id, @Nullable Approval approval) {
    if (approval == null) {
      all.remove(id);
      return;
    }
    all.put(id, approval);
    hooks.forEach(hook -> hook.onApproval(approval));
    if (!approval.isOpen()) {
      List<CompletableFuture<Approval>> those = waiting.remove(id);
      if (those != null) {
        those.forEach(each -> each.complete(approval));
      }
    }
  }

  /** Completes when it is decided, at whichever hub. */
  CompletableFuture<Approval> decided(String id) {
    CompletableFuture<Approval> future = new CompletableFuture<>();
    waiting.compute(
        id,
        (_, those) -> {
          List<CompletableFuture<Approval>> list =
              those == null ? new CopyOnWriteArrayList<>() : those;
          list.add(future);
          return list;
        });
    Approval now = all.get(id);
    if (now != null && !now.isOpen()) {
      future.complete(now);
    }
    return future.whenComplete((_, _) -> forget(id, future));
  }

  @SuppressWarnings("ReferenceEquality") // of all that wait for one thing, this one
  private void forget(String id, CompletableFuture<Approval> future) {
    waiting.computeIfPresent(
        id,
        (_, those) -> {
          those.removeIf(each -> each == future);
          return those.isEmpty() ? null : those;
        });
  }

  int waiting() {
    return waiting.size();
  }
}
