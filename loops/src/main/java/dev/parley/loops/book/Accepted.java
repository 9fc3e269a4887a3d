package dev.parley.loops.book;

import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages of conversations in the last commit of this hub, so that they need not be read again to
 * be told. Committer thread.
 */
public final class Accepted {
  private final Map<MessageId, Message> messages = new HashMap<>();

  void add(Message message) {
    messages.put(message.id(), message);
  }

  /** Another commit begins. */
  void clear() {
    messages.clear();
  }

  /** Null for what was accepted earlier, or by another hub. */
  public @Nullable Message find(MessageId id) {
    return messages.get(id);
  }
}
