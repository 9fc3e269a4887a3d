package dev.parley.loops.book;

import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationIds;
import java.util.List;

/** Tells hooks of the messages of conversations, with their numbers. Committer thread. */
public final class Watcher implements CommitWatcher {
  private final Book book;

  public Watcher(Book book) {
    this.book = book;
  }

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {
    for (Placement placement : placements) {
      if (placement.box() instanceof BoxId.ThreadBox(String key)) {
        Conversation found = ConversationIds.parse(key).map(book::conversation).orElse(null);
        if (found != null) {
          book.tell(hook -> hook.onMessage(found, placement.position() + 1, message));
        }
      }
    }
  }

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {}

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {}
}
