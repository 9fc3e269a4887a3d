package dev.parley.doors.mcp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The streams of one session: one beside all calls, and one a call that had to say something. */
final class ReplayStreams {
  private static final int KEPT_MAX = 32;

  private final ReplayStream aside = new ReplayStream("g", false);
  private final Map<String, ReplayStream> ofCalls =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReplayStream> eldest) {
          return size() > KEPT_MAX;
        }
      };
  private long next = 1;

  ReplayStream aside() {
    return aside;
  }

  synchronized ReplayStream open(boolean primed) {
    String key = "p" + next++;
    ReplayStream stream = new ReplayStream(key, primed);
    ofCalls.put(key, stream);
    return stream;
  }

  /** Where an event stood. */
  record Place(ReplayStream stream, long number) {}

  /** The place of this event's id, or null when it is not known any more. */
  synchronized @Nullable Place find(String eventId) {
    int dash = eventId.lastIndexOf('-');
    if (dash < 0 || !eventId.substring(dash + 1).matches("\\d{1,18}")) {
      return null;
    }
    String key = eventId.substring(0, dash);
    ReplayStream stream = key.equals("g") ? aside : ofCalls.get(key);
    return stream == null ? null : new Place(stream, Long.parseLong(eventId.substring(dash + 1)));
  }
}
