package dev.parley.doors.rest.events;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Who was told to be typing where, so that a client that says so with every key, or a hundred times
 * a second, is passed on every other second. Any thread.
 */
final class TypingNotes {
  private static final long QUIET_MILLIS = Duration.ofSeconds(2).toMillis();
  private static final int KNOWN_MAX = 4_096;

  private record Key(AgentId who, UUID conversation) {}

  private final Timekeeper time;

  /** The oldest first, each with when it was told. */
  private final Map<Key, Long> told = new LinkedHashMap<>();

  TypingNotes(Timekeeper time) {
    this.time = time;
  }

  /** Is this worth telling? Whoever asks tells it then. When too many type at once, it is not. */
  synchronized boolean isNews(AgentId who, UUID conversation) {
    long now = time.millis();
    Iterator<Long> oldest = told.values().iterator();
    while (oldest.hasNext() && Math.abs(now - oldest.next()) >= QUIET_MILLIS) {
      oldest.remove();
    }
    return told.size() < KNOWN_MAX && told.putIfAbsent(new Key(who, conversation), now) == null;
  }
}
