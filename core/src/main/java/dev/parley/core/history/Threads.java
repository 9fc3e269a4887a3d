package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What belongs together, and whom a message reached. Blocking: reader threads. */
public final class Threads {
  private final MessageStore store;
  private final Histories histories;

  public Threads(MessageStore store, Histories histories) {
    this.store = store;
    this.histories = histories;
  }

  /**
   * A thread, oldest first. A chain of replies begins with the message that was first replied to,
   * which is in no box of it: it comes on top of the first page.
   */
  HistoryPage page(String key, int limit, long after) {
    HistoryPage page =
        histories.page(BoxId.thread(key), HistoryQuery.onwards(limit, after), _ -> true);
    StoredMessage root = after < 0 ? root(key) : null;
    if (root == null) {
      return page;
    }
    List<Copy> copies = new ArrayList<>();
    copies.add(new Copy(BoxId.thread(key), -1, State.READ, 0, null, root));
    copies.addAll(page.copies());
    return new HistoryPage(copies, page.before(), page.after(), page.more());
  }

  private @Nullable StoredMessage root(String key) {
    MessageId id;
    try {
      id = MessageId.parse(key);
    } catch (Refused notAnId) {
      return null; // a conversation's own name
    }
    // One that belongs to a thread itself is in the box, or has nothing to do with this one.
    return store.find(id).filter(found -> Envelope.parse(found.json()).startsThread()).orElse(null);
  }

  boolean reached(MessageId id, AgentId agent) {
    for (CopyRef copy : store.copiesOf(id)) {
      if (copy.box() instanceof BoxId.Inbox inbox && inbox.agent().equals(agent)) {
        return true;
      }
    }
    return false;
  }
}
