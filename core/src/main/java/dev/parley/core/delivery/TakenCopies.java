package dev.parley.core.delivery;

import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.store.BoxId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The copies that are received or acknowledged in the commit that is being made: they must not be
 * pushed to those who take, and are in flight no longer once the commit is durable. Those in flight
 * are marked on their feed; the others are listed here. Committer thread.
 */
final class TakenCopies {
  private final Outlets outlets;
  private final Set<BoxId> beginning = new HashSet<>();
  private final Map<BoxId, Set<Long>> notInFlight = new HashMap<>();
  private final List<SharedFeed> settling = new ArrayList<>();

  TakenCopies(Outlets outlets) {
    this.outlets = outlets;
  }

  /** Somebody begins to listen in this commit: from now on it matters what is taken there. */
  void watch(BoxId box) {
    beginning.add(box);
  }

  void add(BoxId box, long position) {
    Outlets.Outlet outlet = outlets.get(box);
    SharedFeed shared = outlet == null ? null : outlet.shared();
    Flight flight = shared == null ? null : shared.flight(position);
    if (shared != null && flight != null) {
      shared.take(flight);
    } else if (outlet != null || beginning.contains(box)) {
      notInFlight.computeIfAbsent(box, _ -> new HashSet<>()).add(position);
    }
  }

  boolean contains(BoxId box, long position) {
    SharedFeed shared = outlets.shared(box);
    Flight flight = shared == null ? null : shared.flight(position);
    return flight == null ? containsUnflown(box, position) : flight.isTaken();
  }

  /** Of a copy that is not in flight. */
  boolean containsUnflown(BoxId box, long position) {
    return !notInFlight.isEmpty() && notInFlight.getOrDefault(box, Set.of()).contains(position);
  }

  void settleAfterCommit(SharedFeed feed) {
    settling.add(feed);
  }

  void onCommitted(boolean durable) {
    if (durable) {
      notInFlight.forEach(
          (box, positions) -> {
            SharedFeed shared = outlets.shared(box);
            if (shared != null) {
              shared.received(positions);
            }
          });
    }
    settling.forEach(feed -> feed.settle(durable));
    settling.clear();
    notInFlight.clear();
    beginning.clear();
  }
}
