package dev.parley.doors.ws.json;

import dev.parley.core.broker.Broker;
import dev.parley.core.store.BoxId;
import dev.parley.doors.ws.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The inboxes a connection listens to, one listener each. On its event loop. */
final class Listeners {
  private final Connection connection;
  private final Broker broker;

  /** Not made before there is one: most connections of a large crowd only send. */
  private @Nullable Map<BoxId, InboxListener> byInbox;

  Listeners(Connection connection, Broker broker) {
    this.connection = connection;
    this.broker = broker;
  }

  /** A new listener in the place of whichever was there. */
  InboxListener replace(BoxId.Inbox inbox, boolean manual) {
    if (byInbox == null) {
      byInbox = new HashMap<>(4);
    }
    InboxListener listener = new InboxListener(connection, broker.presence(), inbox, manual);
    InboxListener before = byInbox.put(inbox, listener);
    if (before != null) {
      before.close();
    }
    return listener;
  }

  @Nullable InboxListener find(BoxId inbox) {
    return byInbox == null ? null : byInbox.get(inbox);
  }

  /** Ends a listener; false when there is none. */
  boolean end(BoxId inbox) {
    InboxListener listener = byInbox == null ? null : byInbox.remove(inbox);
    if (listener != null) {
      listener.close();
    }
    return listener != null;
  }

  void resume() {
    if (byInbox != null) {
      List.copyOf(byInbox.values()).forEach(InboxListener::resume);
    }
  }

  void close() {
    if (byInbox != null) {
      byInbox.values().forEach(InboxListener::close);
      byInbox = null;
    }
  }
}
