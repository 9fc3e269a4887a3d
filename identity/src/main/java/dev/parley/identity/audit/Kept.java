package dev.parley.identity.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries there are, and which of them go when there are too many. What the owner did is kept
 * apart from what everybody else did, and of that one name gets a share: whoever writes too much
 * pushes out its own. Read from any thread without waiting, changed under a lock.
 */
final class Kept {
  private static final String OWNER = "owner"; // Visit.name
  private static final int SHARES = 20;

  private final AuditLog.Keep keep;
  private final ConcurrentSkipListMap<Long, AuditEntry> entries = new ConcurrentSkipListMap<>();
  private final Map<String, TreeSet<Long>> byWho = new HashMap<>();

  Kept(AuditLog.Keep keep) {
    this.keep = keep;
  }

  ConcurrentNavigableMap<Long, AuditEntry> entries() {
    return entries;
  }

  synchronized void put(AuditEntry entry) {
    if (entries.put(entry.number(), entry) == null) {
      byWho.computeIfAbsent(entry.who(), _ -> new TreeSet<>()).add(entry.number());
    }
  }

  synchronized void remove(long number) {
    AuditEntry gone = entries.remove(number);
    if (gone != null) {
      byWho.computeIfPresent(
          gone.who(),
          (_, numbers) -> {
            numbers.remove(number);
            return numbers.isEmpty() ? null : numbers;
          });
    }
  }

  /** Takes out what is too old or, now that this one has written, too much; which these are. */
  synchronized List<Long> trim(long now, String who) {
    List<Long> dropped = new ArrayList<>();
    long oldest = now - keep.age().toMillis();
    while (!entries.isEmpty() && entries.firstEntry().getValue().at() < oldest) {
      drop(entries.firstKey(), dropped);
    }
    dropOldest(who, who.equals(OWNER) ? keep.entriesMax() : share(), dropped);
    while (entries.size() - count(OWNER) > keep.entriesMax()) {
      String most = whoOfTheOthersHasMost();
      if (most != null) {
        dropOldest(most, count(most) - 1, dropped);
      }
    }
    return dropped;
  }

  private int share() {
    return Math.max(1, keep.entriesMax() / SHARES);
  }

  private int count(String who) {
    TreeSet<Long> numbers = byWho.get(who);
    return numbers == null ? 0 : numbers.size();
  }

  private void dropOldest(String who, int most, List<Long> dropped) {
    for (TreeSet<Long> of = byWho.get(who); of != null && of.size() > most; of = byWho.get(who)) {
      drop(of.first(), dropped);
    }
  }

  private void drop(long number, List<Long> dropped) {
    remove(number);
    dropped.add(number);
  }

  private @Nullable String whoOfTheOthersHasMost() {
    return byWho.keySet().stream()
        .filter(who -> !who.equals(OWNER))
        .max(Comparator.comparingInt(this::count))
        .orElse(null);
  }
}
