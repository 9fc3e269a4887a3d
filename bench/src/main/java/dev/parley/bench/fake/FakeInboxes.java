package dev.parley.bench.fake;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who listens to which inbox, what waits for its acknowledgement, who waits for a reply. */
final class FakeInboxes {
  private final Map<String, Inbox> byAgent = new HashMap<>();
  private final Map<String, FakeConnection> requesters = new HashMap<>();
  private long messages = 100_000_000_000L;

  static final class Inbox {
    final ArrayDeque<Long> inFlight = new ArrayDeque<>();
    long cursor;
    @Nullable FakeConnection listener;

    /** Acknowledges up to the cursor and says how many that were. */
    int acknowledge(long upTo) {
      int count = 0;
      while (!inFlight.isEmpty() && inFlight.getFirst() <= upTo) {
        inFlight.removeFirst();
        count++;
      }
      return count;
    }
  }

  Inbox inbox(String agent) {
    return byAgent.computeIfAbsent(agent, _ -> new Inbox());
  }

  /** An id as long as a real one. */
  String nextId() {
    return "0199a000-0000-7000-8000-" + ++messages;
  }

  void onRequest(String id, FakeConnection requester) {
    requesters.put(id, requester);
  }

  @Nullable FakeConnection requester(String id) {
    return requesters.remove(id);
  }
}
