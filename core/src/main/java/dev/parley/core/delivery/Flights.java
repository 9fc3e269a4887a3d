package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is in flight, in the order of positions. Copies are pushed and acknowledged nearly in order,
 * so that they mostly come at one end of an array and leave at the other.
 */
final class Flights {
  private static final int CAPACITY = 16;

  private enum Phase {
    PUSHED,
    /** Acknowledged or received in the commit that is being made; it lands once that is durable. */
    TAKEN
  }

  /** One copy on its way to a listener. */
  static final class Flight {
    final Copy copy;
    final SharedMember member;
    final long deadline;

    private Phase phase = Phase.PUSHED;

    Flight(Copy copy, SharedMember member, long deadline) {
      this.copy = copy;
      this.member = member;
      this.deadline = deadline;
    }

    boolean isTaken() {
      return phase == Phase.TAKEN;
    }

    void take() {
      phase = Phase.TAKEN;
    }

    /** The commit in which it was taken did not happen. */
    void untake() {
      phase = Phase.PUSHED;
    }

    long position() {
      return copy.position();
    }

    MessageId id() {
      return copy.message().id();
    }
  }

  private @Nullable Flight[] sorted = new Flight[CAPACITY];
  private int from;
  private int to;

  /** Kept only from when somebody first asks for an id: most acknowledge by position. */
  private @Nullable Map<MessageId, Flight> byId;

  void add(Flight flight) {
    if (to == sorted.length) {
      makeRoom();
    }
    int at = search(flight.position());
    System.arraycopy(sorted, at, sorted, at + 1, to - at);
    sorted[at] = flight;
    to++;
    if (byId != null) {
      byId.put(flight.id(), flight);
    }
  }

  /** Takes out those that fit, in one pass, which is over when {@code most} were found. */
  List<Flight> remove(int most, Predicate<Flight> which) {
    List<Flight> gone = new ArrayList<>();
    List<Flight> kept = new ArrayList<>();
    int end = from;
    while (end < to && gone.size() < most) {
      Flight flight = at(end++);
      (which.test(flight) ? gone : kept).add(flight);
    }
    int start = end - kept.size();
    Arrays.fill(sorted, from, start, null);
    for (int i = 0; i < kept.size(); i++) {
      sorted[start + i] = kept.get(i);
    }
    from = start;
    if (byId != null) {
      gone.forEach(flight -> byId.remove(flight.id()));
    }
    return gone;
  }

  private void makeRoom() {
    int size = to - from;
    @Nullable Flight[] roomier = new Flight[Math.max(CAPACITY, size * 2)];
    System.arraycopy(sorted, from, roomier, 0, size);
    sorted = roomier;
    from = 0;
    to = size;
  }

  @Nullable Flight get(long position) {
    int at = search(position);
    if (at == to) {
      return null;
    }
    Flight found = at(at);
    return found.position() == position ? found : null;
  }

  @Nullable Flight get(MessageId id) {
    if (byId == null) {
      byId = new HashMap<>();
      for (int i = from; i < to; i++) {
        byId.put(at(i).id(), at(i));
      }
    }
    return byId.get(id);
  }

  /** Those to one listener, up to a position. */
  List<Flight> to(SharedMember member, long upTo) {
    List<Flight> found = new ArrayList<>();
    for (int i = from; i < to && at(i).position() <= upTo; i++) {
      if (at(i).member == member) {
        found.add(at(i));
      }
    }
    return found;
  }

  void forEach(Consumer<Flight> action) {
    for (int i = from; i < to; i++) {
      action.accept(at(i));
    }
  }

  /** {@link Long#MAX_VALUE} when nothing is in flight. */
  long earliestDeadline() {
    long earliest = Long.MAX_VALUE;
    for (int i = from; i < to; i++) {
      earliest = Math.min(earliest, at(i).deadline);
    }
    return earliest;
  }

  /** Where the position is, or would be. */
  private int search(long position) {
    int low = from;
    int high = to;
    if (low == high || at(high - 1).position() < position) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).position() < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @SuppressWarnings("NullAway") // full from one end to the other
  private Flight at(int index) {
    return sorted[index];
  }
}
