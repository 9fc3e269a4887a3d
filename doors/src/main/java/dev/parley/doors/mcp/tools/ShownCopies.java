package dev.parley.doors.mcp.tools;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.Copy;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The copies of one inbox that were shown and are not marked, as they stand in the store. Each
 * comes again after a pause that doubles, and after some times no more; of very many the ones that
 * were shown first are forgotten. Those stay unread all the same.
 */
final class ShownCopies {
  static final int TIMES_MAX = 6;
  static final int KEPT_MAX = 256;

  /** It was to be shown, and nobody was there. */
  static final long NEVER = -1;

  private final Map<MessageId, Entry> entries = new LinkedHashMap<>();

  /**
   * @param position of the copy in the inbox
   * @param priority of the message
   * @param times how often it was shown
   * @param at when it was shown last
   */
  record Entry(MessageId id, long position, Priority priority, int times, long at) {

    /** How long until it comes again; a clock that was put back does not hold it up. */
    long millisToDue(long now, Duration pause) {
      long since = Math.abs(now - at);
      return at == NEVER ? 0 : Math.max(0, (pause.toMillis() << Math.max(0, times - 1)) - since);
    }
  }

  static ShownCopies read(byte @Nullable [] record) {
    ShownCopies shown = new ShownCopies();
    String text = record == null ? "" : new String(record, US_ASCII);
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", -1);
      MessageId id = MessageId.parse(words[0]);
      shown.entries.put(
          id,
          new Entry(
              id,
              Long.parseLong(words[1]),
              Priority.valueOf(words[2]),
              Integer.parseInt(words[3]),
              Long.parseLong(words[4])));
    }
    return shown;
  }

  byte[] bytes() {
    return entries.values().stream()
        .map(e -> e.id + " " + e.position + " " + e.priority + " " + e.times + " " + e.at)
        .collect(Collectors.joining("\n"))
        .getBytes(US_ASCII);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  List<Entry> all() {
    return List.copyOf(entries.values());
  }

  @Nullable Entry get(MessageId id) {
    return entries.get(id);
  }

  /** It is shown, now. */
  void show(Copy copy, long now) {
    MessageId id = copy.message().id();
    Entry before = entries.remove(id);
    int times = before == null ? 1 : before.times + 1;
    if (times < TIMES_MAX) {
      entries.put(id, entry(copy, times, now));
    }
    if (entries.size() > KEPT_MAX) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  /** What was to be shown then was not seen: it comes at once. */
  void unseen(Copy copy, long at) {
    MessageId id = copy.message().id();
    Entry now = entries.get(id);
    if (now == null || now.at == at) {
      entries.put(id, entry(copy, now == null ? 0 : Math.max(0, now.times - 1), NEVER));
    }
  }

  private static Entry entry(Copy copy, int times, long at) {
    return new Entry(copy.message().id(), copy.position(), copy.message().priority(), times, at);
  }

  boolean forget(Collection<MessageId> ids) {
    return entries.keySet().removeAll(ids);
  }
}
