package dev.parley.testkit.sim;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingCommit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A commit of one hub: made on its view, and written down for the log as it is made. */
final class SimCommit extends ForwardingCommit {
  private final List<Consumer<Commit>> changes = new ArrayList<>();
  private final BiConsumer<List<Consumer<Commit>>, Commit> publish;

  SimCommit(Commit view, BiConsumer<List<Consumer<Commit>>, Commit> publish) {
    super(view);
    this.publish = publish;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    inner.append(message, placements);
    // The JSON is changed in place when the commit is made again, so the log has its own.
    StoredMessage copy =
        new StoredMessage(
            message.number(),
            message.id(),
            message.timestamp(),
            message.priority(),
            message.expiresAt(),
            message.json().clone());
    changes.add(commit -> commit.append(copy, fresh(placements)));
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    boolean placed = inner.place(id, placements);
    if (placed) {
      changes.add(
          commit -> {
            boolean _ = commit.place(id, fresh(placements));
          });
    }
    return placed;
  }

  /** Placements learn their positions, so every application has its own. */
  private static List<Placement> fresh(List<Placement> placements) {
    return placements.stream()
        .map(each -> new Placement(each.box(), each.state(), each.annotation()))
        .toList();
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State before = inner.advance(box, position, next, attempts);
    if (before != null) {
      changes.add(
          commit -> {
            State _ = commit.advance(box, position, next, attempts);
          });
    }
    return before;
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    inner.trim(box, beforePosition);
    changes.add(commit -> commit.trim(box, beforePosition));
  }

  @Override
  public void put(String table, String key, byte[] value) {
    inner.put(table, key, value);
    changes.add(commit -> commit.put(table, key, value));
  }

  @Override
  public void delete(String table, String key) {
    inner.delete(table, key);
    changes.add(commit -> commit.delete(table, key));
  }

  @Override
  public void commit() {
    if (!changes.isEmpty()) {
      publish.accept(changes, inner);
    }
  }
}
