package dev.parley.core.history;

import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;

/**
 * A sender's copies, shown with how far each message has come with its recipients: the copy itself
 * is only kept, and nobody receives or reads it. Blocking: reader threads.
 */
final class SentCopies {
  /** So many recipients are looked at for one page; what is beyond is shown without. */
  private static final int RECIPIENTS_MAX = 20_000;

  private final MessageStore store;

  SentCopies(MessageStore store) {
    this.store = store;
  }

  HistoryPage shown(HistoryPage page) {
    List<Copy> copies = new ArrayList<>(page.copies().size());
    int room = RECIPIENTS_MAX;
    // The newest first: it is what somebody looks for.
    for (Copy copy : page.copies().reversed()) {
      FiledMessage filed = room < 0 ? null : store.filed(copy.message().id()).orElse(null);
      room -= filed == null ? 0 : filed.filings().size();
      copies.add(room < 0 || filed == null ? plain(copy) : counted(copy, filed));
    }
    return new HistoryPage(copies.reversed(), page.before(), page.after(), page.more());
  }

  private Copy counted(Copy copy, FiledMessage filed) {
    List<CopyRef> refs = store.copiesOf(copy.message().id());
    DeliveryCounts counts = DeliveryCounts.of(filed, refs);
    return new Copy(
        copy.box(), copy.position(), counts.reachedByAll(), 0, counts.annotation(), copy.message());
  }

  /** That it is durable is all that is said. */
  private static Copy plain(Copy copy) {
    return new Copy(copy.box(), copy.position(), State.ACCEPTED, 0, null, copy.message());
  }
}
