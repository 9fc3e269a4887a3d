package dev.parley.doors.files;

/**
 * The places at which a crash would be most awkward. Tests crash there; otherwise nothing happens.
 */
@FunctionalInterface
interface KillPoint {
  enum Step {
    READ,
    ROUTED,
    CONSUMED,
    COPIED,
    REASON_WRITTEN,
    STAGED,
    JOURNALED,
    RENAMED,
    SYNCED,
    MARKED
  }

  KillPoint NONE = _ -> {};

  void reached(Step step);
}
