package dev.parley.core.sending;

import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All ledgers, asked and told in the order in which they were registered. */
public final class Ledgers {
  private final Map<String, Ledger> byTable = new HashMap<>();
  private Ledger[] all = {};

  /** Before the committer starts. */
  public void add(Ledger ledger) {
    for (String table : ledger.tables()) {
      if (byTable.putIfAbsent(table, ledger) != null) {
        throw new IllegalArgumentException("two ledgers keep the table '" + table + "'");
      }
    }
    all = java.util.Arrays.copyOf(all, all.length + 1);
    all[all.length - 1] = ledger;
  }

  /** Is this the table of one of them? */
  public boolean keeps(String table) {
    return byTable.containsKey(table);
  }

  void check(Draft draft) {
    for (Ledger ledger : all) {
      ledger.check(draft);
    }
  }

  public void onBegin(Tx tx) {
    for (Ledger ledger : all) {
      ledger.onBegin(tx);
    }
  }

  @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    MessageId earlier = null;
    for (Ledger ledger : all) {
      earlier = ledger.beforeAppend(tx, from, draft, id, timestamp);
      if (earlier != null) {
        return earlier;
      }
    }
    return null;
  }

  void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    for (Ledger ledger : all) {
      ledger.onAppend(tx, message, stored, placements);
    }
  }

  public void onFiledAgain(Tx tx, MessageId id, List<Placement> placements) {
    for (Ledger ledger : all) {
      ledger.onFiledAgain(tx, id, placements);
    }
  }

  void onAdopt(Tx tx, StoredMessage stored, List<Placement> waiting) {
    for (Ledger ledger : all) {
      ledger.onAdopt(tx, stored, waiting);
    }
  }

  public void ended(boolean durable) {
    for (Ledger ledger : all) {
      ledger.ended(durable);
    }
  }

  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    Ledger ledger = byTable.get(table);
    if (ledger != null) {
      ledger.onOtherHub(table, key, value);
    }
  }
}
