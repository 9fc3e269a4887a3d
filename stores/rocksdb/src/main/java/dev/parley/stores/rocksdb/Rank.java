package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import java.util.List;

/** The priorities as they are stored. Codes never change; a smaller one is received first. */
final class Rank {
  static final List<Priority> ALL = List.of(Priority.HIGH, Priority.NORMAL, Priority.LOW);

  private Rank() {}

  static int of(Priority priority) {
    return switch (priority) {
      case HIGH -> 0;
      case NORMAL -> 1;
      case LOW -> 2;
    };
  }

  static Priority priority(int code) {
    return ALL.get(code);
  }
}
