package dev.parley.core.sending;

import dev.parley.core.message.Envelope;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.StoredMessage;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What messages hand on to those that react to them, remembered for the latest: most replies come
 * soon, and then nothing has to be read. One message takes another's place where their ids fall
 * together. The committer thread writes, any thread reads.
 */
final class Ancestors {
  private static final int REMEMBERED = 1 << 13;

  /**
   * @param conversation the conversation or thread it belongs to, or null when it may start one
   * @param traceparent of what it was a part of, as far as that is remembered
   */
  record Ancestor(
      MessageId id, int hops, @Nullable String conversation, @Nullable String traceparent) {
    static Ancestor of(StoredMessage stored) {
      Envelope envelope = Envelope.parse(stored.json());
      return new Ancestor(
          envelope.id(),
          envelope.hops(),
          envelope.startsThread() ? null : envelope.threadKey(),
          null);
    }

    String threadKey() {
      return conversation != null ? conversation : id.toString();
    }
  }

  private final AtomicReferenceArray<@Nullable Ancestor> latest =
      new AtomicReferenceArray<>(REMEMBERED);

  void onAccepted(Message message) {
    String thread = message.threadId();
    Ancestor ancestor =
        new Ancestor(
            message.id(),
            message.hops(),
            thread != null ? thread : message.draft().conversationId(),
            message.draft().traceparent());
    latest.lazySet(slot(message.id()), ancestor);
  }

  @Nullable Ancestor find(MessageId id) {
    Ancestor found = latest.get(slot(id));
    return found != null && found.id.equals(id) ? found : null;
  }

  private static int slot(MessageId id) {
    return id.hashCode() & (REMEMBERED - 1);
  }
}
