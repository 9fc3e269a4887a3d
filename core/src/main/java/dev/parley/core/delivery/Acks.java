package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Acknowledgements: marked in a commit, and out of the air once that is durable. Any thread. */
final class Acks {
  private final Committer committer;
  private final Waiters waiters;
  private final TakenCopies taken;
  private final ClimbTimes climbs;

  Acks(Committer committer, Waiters waiters, TakenCopies taken, ClimbTimes climbs) {
    this.committer = committer;
    this.waiters = waiters;
    this.taken = taken;
    this.climbs = climbs;
  }

  private record Marked<T>(List<T> copies, int moved) {}

  /** Of what is in flight on a feed. */
  CompletableFuture<Integer> ofFlights(SharedFeed feed, Supplier<List<Flight>> chosen) {
    return submit(
        commit -> {
          List<Flight> flights = chosen.get();
          int moved = 0;
          for (int i = 0; i < flights.size(); i++) {
            Flight flight = flights.get(i);
            feed.take(flight);
            moved += mark(commit, feed.box, flight.position());
          }
          return new Marked<>(flights, moved);
        },
        Flight::id);
  }

  /** Of any copy in the inbox; those in flight are found without the store. */
  CompletableFuture<Integer> byId(BoxId box, @Nullable SharedFeed feed, List<MessageId> ids) {
    return submit(
        commit -> {
          int moved = 0;
          for (MessageId id : ids) {
            Flight flight = feed == null ? null : feed.flight(id);
            long position = flight == null ? commit.positionOf(box, id) : flight.position();
            if (position >= 0) {
              taken.add(box, position);
              moved += mark(commit, box, position);
            }
          }
          return new Marked<>(ids, moved);
        },
        id -> id);
  }

  private <T> CompletableFuture<Integer> submit(
      Function<Commit, Marked<T>> marking, Function<T, MessageId> idOf) {
    return committer.submit(
        marking,
        marked -> {
          // Asked only now: who began to wait since the marking must hear of it.
          if (waiters.isAnyAwaited()) {
            marked.copies.forEach(copy -> waiters.climbed(idOf.apply(copy)));
          }
          return marked.moved;
        });
  }

  private int mark(Commit commit, BoxId box, long position) {
    climbs.climbed(box, position, State.DELIVERED);
    return commit.advance(box, position, State.DELIVERED, -1) == null ? 0 : 1;
  }
}
