package dev.parley.core.broker;

import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What other hubs have done to the store they share with this one: who listens or waits here hears
 * of it, and what is remembered here stays true. Committer thread.
 */
final class Elsewhere implements CommitWatcher {
  private final MessageStore store;
  private final Fanout fanout;
  private final Live live;
  private final Waiters waiters;
  private final Participants participants;
  private final Repeats repeats;
  private final Expiry expiry;
  private final Proposals proposals;
  private final Records records;
  private final LongConsumer onNumber;

  Elsewhere(
      MessageStore store,
      Fanout fanout,
      Live live,
      Waiters waiters,
      Participants participants,
      Repeats repeats,
      Expiry expiry,
      Proposals proposals,
      Records records,
      LongConsumer onNumber) {
    this.store = store;
    this.fanout = fanout;
    this.live = live;
    this.waiters = waiters;
    this.participants = participants;
    this.repeats = repeats;
    this.expiry = expiry;
    this.proposals = proposals;
    this.records = records;
    this.onNumber = onNumber;
  }

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {
    onNumber.accept(message.number());
    fanout.onElsewhere(message, placements);
  }

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {
    store.find(id).ifPresent(message -> fanout.onElsewhere(message, placements));
    waiters.climbed(id);
  }

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {
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
    participants.onElsewhere(table, key, value);
    repeats.onElsewhere(table, key, value);
    expiry.onElsewhere(table, key, value);
    proposals.onElsewhere(table, key, value);
    live.onElsewhere(table, key, value);
    records.onElsewhere(table, key, value);
  }
}
