package dev.parley.agents.governor;

import org.jspecify.annotations.Nullable;

/**
 * What is counted of each two agents that have lately written to each other, in a fixed amount of
 * memory: where two pairs fall together, the one that has less to show for is forgotten. Committer
 * thread.
 */
final class Rooms {
  private static final int SLOTS = 1 << 15;
  private static final int NAMES = 1 << 13;

  private final @Nullable Room[] slots = new @Nullable Room[SLOTS];

  /** The number of the latest message that a person has sent to an agent whose name falls here. */
  private final long[] heard = new long[NAMES];

  private final long windowMillis;

  Rooms(long windowMillis) {
    this.windowMillis = windowMillis;
  }

  /** What counts now, or null when counting would begin anew. */
  @Nullable Room find(String from, String to, long now) {
    int slot = slot(from, to);
    for (int i = 0; i < 2; i++) {
      Room room = slots[slot ^ i];
      if (room != null && room.isOf(from, to)) {
        return isOver(room, now) ? null : room;
      }
    }
    return null;
  }

  private boolean isOver(Room room, long now) {
    return now - room.since() > windowMillis
        || heard[name(room.one())] > room.sinceNumber()
        || heard[name(room.two())] > room.sinceNumber();
  }

  void put(Room room) {
    int slot = slot(room.one(), room.two());
    for (int i = 0; i < 2; i++) {
      Room there = slots[slot ^ i];
      if (there == null || there.isOf(room.one(), room.two())) {
        slots[slot ^ i] = room;
        return;
      }
    }
    Room first = slots[slot];
    Room second = slots[slot ^ 1];
    boolean dropFirst = first == null || second == null || first.counted() <= second.counted();
    slots[dropFirst ? slot : slot ^ 1] = room;
  }

  void forget(String one, String two) {
    int slot = slot(one, two);
    for (int i = 0; i < 2; i++) {
      Room there = slots[slot ^ i];
      if (there != null && there.isOf(one, two)) {
        slots[slot ^ i] = null;
      }
    }
  }

  /** A person has spoken to this agent. */
  void onPerson(String agent, long number) {
    heard[name(agent)] = Math.max(heard[name(agent)], number);
  }

  private static int name(String agent) {
    int hash = agent.hashCode() * 0x9E3779B9;
    return (hash >>> 16) & (NAMES - 1);
  }

  /** The same whoever speaks. */
  private static int slot(String one, String other) {
    int hash = (one.hashCode() + other.hashCode()) * 0x9E3779B9;
    return ((hash >>> 15) ^ hash) & (SLOTS - 1);
  }
}
