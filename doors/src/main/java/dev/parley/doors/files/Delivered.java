package dev.parley.doors.files;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names in an inbox that are known to be the hub's own, so that they need not be read again and
 * again to find that out. Any thread adds; one looks.
 */
final class Delivered {
  private final Set<Path> names = ConcurrentHashMap.newKeySet();

  void add(Path name) {
    names.add(name);
  }

  boolean has(Path name) {
    return names.contains(name);
  }

  Look look() {
    return new Look();
  }

  /** One look through the inbox; names it does not come across are forgotten. */
  final class Look {
    private final Set<Path> there = new HashSet<>();

    boolean isUnknown(Path name) {
      if (names.contains(name)) {
        there.add(name);
        return false;
      }
      return FileNames.isMessage(name);
    }

    /**
     * All names have been seen. One delivered meanwhile is forgotten too, and recognised by its
     * mark when it is seen.
     */
    void end() {
      names.retainAll(there);
    }
  }
}
