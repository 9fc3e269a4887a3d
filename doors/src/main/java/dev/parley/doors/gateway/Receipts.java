package dev.parley.doors.gateway;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What was written to one guest and is not yet marked as delivered in its inbox: nobody else needs
 * to take it from there. Event loop only.
 */
final class Receipts {
  private static final int MAX = 256;
  private static final Duration DELAY = Duration.ofMillis(100);

  private final Guest guest;
  private List<MessageId> written = new ArrayList<>();

  Receipts(Guest guest) {
    this.guest = guest;
  }

  void add(MessageId id) {
    written.add(id);
    if (written.size() == 1) {
      guest.later(DELAY, this::flush);
    } else if (written.size() >= MAX) {
      flush();
    }
  }

  void flush() {
    if (!written.isEmpty()) {
      List<MessageId> ids = written;
      written = new ArrayList<>();
      var _ = guest.services().broker().ack(BoxId.inbox(guest.self()), ids);
    }
  }
}
