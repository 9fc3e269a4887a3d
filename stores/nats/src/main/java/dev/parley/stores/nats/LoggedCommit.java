package dev.parley.stores.nats;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingCommit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A commit of this hub: made on the view, where it can still be undone, and written down as it is
 * made. It has happened when the log has taken what is written.
 */
final class LoggedCommit extends ForwardingCommit {
  private final EntryWriter entry;
  private final Function<MessageId, Optional<StoredMessage>> bodies;
  private final BiConsumer<EntryWriter, Commit> publish;
  private boolean committed;

  /**
   * @param bodies finds a message that is stored already
   * @param publish brings the entry into the log and then commits the view
   */
  LoggedCommit(
      Commit view,
      EntryWriter entry,
      Function<MessageId, Optional<StoredMessage>> bodies,
      BiConsumer<EntryWriter, Commit> publish) {
    super(view);
    this.entry = entry;
    this.bodies = bodies;
    this.publish = publish;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    inner.append(message, placements);
    entry.append(message, placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    boolean placed = inner.place(id, placements);
    if (placed) {
      entry.place(id, bodies.apply(id).orElse(null), placements);
    }
    return placed;
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State before = inner.advance(box, position, next, attempts);
    if (before != null) {
      entry.advance(box, position, next, attempts);
    }
    return before;
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    BoxStats before = inner.stats(box);
    inner.trim(box, beforePosition);
    if (!before.equals(inner.stats(box))) {
      entry.trim(box, beforePosition);
    }
  }

  @Override
  public void put(String table, String key, byte[] value) {
    inner.put(table, key, value);
    entry.put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    inner.delete(table, key);
    entry.delete(table, key);
  }

  @Override
  public void commit() {
    if (committed) {
      throw new IllegalStateException("committed already");
    }
    committed = true;
    if (!entry.isEmpty()) {
      publish.accept(entry, inner);
    }
  }
}
