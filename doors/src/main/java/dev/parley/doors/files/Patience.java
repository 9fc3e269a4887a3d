package dev.parley.doors.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * How long a file that cannot be used yet is waited for: while it changes, and for a while after
 * that, but not for ever. One thread's own.
 */
final class Patience {
  /** Beyond so many, those that are new get no more time: a flood of rubbish is only rubbish. */
  private static final int WAITING_MAX = 10_000;

  private record Seen(long first, long changed, long size, FileTime modified) {}

  private final Map<Path, Seen> waiting = new HashMap<>();
  private final Duration quiet;
  private final Duration atMost;
  private final LongSupplier clock;

  Patience(Duration quiet, Duration atMost, LongSupplier clock) {
    this.quiet = quiet;
    this.atMost = atMost;
    this.clock = clock;
  }

  /** May it still become what it should be? */
  boolean has(Path name, PosixFileAttributes now) {
    long at = clock.getAsLong();
    Seen seen = waiting.get(name);
    if (seen == null) {
      if (waiting.size() >= WAITING_MAX) {
        return false;
      }
      waiting.put(name, new Seen(at, at, now.size(), now.lastModifiedTime()));
      return true;
    }
    if (at - seen.first >= atMost.toMillis()) {
      return false;
    }
    if (seen.size == now.size() && seen.modified.equals(now.lastModifiedTime())) {
      return at - seen.changed < quiet.toMillis();
    }
    waiting.put(name, new Seen(seen.first, at, now.size(), now.lastModifiedTime()));
    return true;
  }

  void forget(Path name) {
    waiting.remove(name);
  }

  /** Forgets those that are gone. */
  void retain(Set<Path> there) {
    waiting.keySet().retainAll(there);
  }

  int waiting() {
    return waiting.size();
  }
}
