package dev.parley.agents.governor;

import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads the messages of all hubs that share a store. Committer thread. */
final class OthersToo implements CommitWatcher {
  private final BiConsumer<Message, List<Placement>> each;

  OthersToo(BiConsumer<Message, List<Placement>> each) {
    this.each = each;
  }

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {
    each.accept(Message.parse(message.number(), message.json()), placements);
  }

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {}

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {}
}
