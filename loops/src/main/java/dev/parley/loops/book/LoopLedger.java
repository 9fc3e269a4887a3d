package dev.parley.loops.book;

import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.model.ConversationIds;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the book in step with commits, and turns down what was let in while its sender was still a
 * member. Committer thread.
 */
public final class LoopLedger implements Ledger {
  private final Book book;
  private final Gate gate;

  public LoopLedger(Book book, Gate gate) {
    this.book = book;
    this.gate = gate;
  }

  @Override
  public Set<String> tables() {
    return book.tables().stream().map(Table::name).collect(Collectors.toSet());
  }

  @Override
  public void onBegin(Tx tx) {
    book.accepted().clear();
    book.tables().forEach(table -> table.dropStale(tx));
  }

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    gate.stillMaySend(from, draft);
    return null;
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    String conversation = message.draft().conversationId();
    if (conversation != null
        && !book.hooks().isEmpty()
        && ConversationIds.isReserved(conversation)) {
      book.accepted().add(message.numbered(stored.id(), stored.number()));
    }
  }

  @Override
  public void ended(boolean durable) {
    book.ended(durable);
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    for (Table<?> each : book.tables()) {
      if (each.name().equals(table)) {
        each.onOtherHub(key, value);
      }
    }
  }
}
