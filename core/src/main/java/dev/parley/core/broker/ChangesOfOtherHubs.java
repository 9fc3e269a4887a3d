package dev.parley.core.broker;

import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.ledger.Records;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.Fanout;
import dev.parley.core.sending.Ledgers;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What other hubs have done to the store they share with this one: who listens or waits here hears
 * of it, and what is remembered here stays true. Committer thread.
 */
final class ChangesOfOtherHubs implements CommitWatcher {
  private final MessageStore store;
  private final Fanout fanout;
  private final Live live;
  private final Waiters waiters;
  private final Participants participants;
  private final Ledgers ledgers;
  private final Records records;

  ChangesOfOtherHubs(
      MessageStore store,
      Fanout fanout,
      Live live,
      Waiters waiters,
      Participants participants,
      Ledgers ledgers,
      Records records) {
    this.store = store;
    this.fanout = fanout;
    this.live = live;
    this.waiters = waiters;
    this.participants = participants;
    this.ledgers = ledgers;
    this.records = records;
  }

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {
    fanout.onOtherHub(message, placements);
  }

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {
    store.find(id).ifPresent(message -> fanout.onOtherHub(message, placements));
    waiters.climbed(id);
  }

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {
    live.climbed(box, position, state);
    if (!state.isPending()) {
      live.taken(box, position);
    }
    if (waiters.isAnyAwaited()) {
      for (Copy copy : store.read(box, List.of(position))) {
        waiters.climbed(copy.message().id());
      }
    }
  }

  @Override
  public void onPut(String table, String key, byte[] value) {
    onRecord(table, key, value);
  }

  @Override
  public void onDeleted(String table, String key) {
    onRecord(table, key, null);
  }

  private void onRecord(String table, String key, byte @Nullable [] value) {
    participants.onOtherHub(table, key, value);
    ledgers.onOtherHub(table, key, value);
    live.onOtherHub(table, key, value);
    records.onOtherHub(table, key, value);
  }
}
