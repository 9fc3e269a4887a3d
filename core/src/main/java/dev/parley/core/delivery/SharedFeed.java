package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one inbox that acknowledge. They share the work: a copy is in flight to one of
 * them at a time, and goes to another, or to the same again, when it is not acknowledged in time or
 * its listener goes away.
 */
final class SharedFeed extends Feed {

  /** A listener and what it may hold. */
  static final class Member {
    final Listener listener;
    final ListenOptions options;
    int inFlight;

    Member(Listener listener, ListenOptions options) {
      this.listener = listener;
      this.options = options;
    }

    boolean hasRoom() {
      return inFlight < options.window() && listener.hasRoom();
    }
  }

  private static final Duration RETRY = Duration.ofSeconds(1);

  private record Flight(Copy copy, Member member, long deadline) {}

  private final List<Member> members = new ArrayList<>();
  private final TreeMap<Long, Flight> flights = new TreeMap<>();
  private final Map<MessageId, Long> positions = new HashMap<>();
  private final TreeMap<Long, Copy> again = new TreeMap<>();
  private int turn;
  private boolean retrying;
  private Timekeeper.@Nullable Alarm alarm;

  SharedFeed(Live live, BoxId box, long next, long end) {
    super(live, box, next, end, true);
  }

  void join(Member member) {
    members.add(member);
  }

  /** What the leaver held goes to the others; false when nobody is left. */
  boolean leave(Member member) {
    members.remove(member);
    for (Flight flight : List.copyOf(flights.values())) {
      if (flight.member == member) {
        land(flight.copy.position());
        again.put(flight.copy.position(), flight.copy);
      }
    }
    if (members.isEmpty()) {
      close();
      if (alarm != null) {
        alarm.cancel();
      }
      return false;
    }
    pump();
    return true;
  }

  @Override
  boolean offer(Copy copy) {
    Member member = free();
    if (member == null) {
      return false;
    }
    int attempts = copy.attempts() + 1;
    if (attempts > member.options.maxAttempts()) {
      live.giveUp(copy, member.options.maxAttempts());
      return true;
    }
    Copy counted =
        new Copy(box, copy.position(), State.PUSHED, attempts, copy.annotation(), copy.message());
    long deadline = live.now() + member.options.ackTimeout().toMillis();
    flights.put(copy.position(), new Flight(counted, member, deadline));
    positions.put(copy.message().id(), copy.position());
    member.inFlight++;
    member.listener.push(counted);
    live.pushed(counted, State.PUSHED, attempts);
    if (alarm == null) {
      wakeAt(deadline);
    }
    return true;
  }

  private @Nullable Member free() {
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get((turn + i) % members.size());
      if (member.hasRoom()) {
        turn = (turn + i + 1) % members.size();
        return member;
      }
    }
    return null;
  }

  // ---- acknowledgement: positions are looked up and marked in a commit, and leave the air once
  // that is durable

  /** Positions in flight to this member up to a cursor. */
  List<Long> inFlight(Member member, long upTo) {
    List<Long> found = new ArrayList<>();
    for (Flight flight : flights.headMap(upTo, true).values()) {
      if (flight.member.equals(member)) {
        found.add(flight.copy.position());
      }
    }
    return found;
  }

  boolean isInFlight(Member member, long position) {
    Flight flight = flights.get(position);
    return flight != null && flight.member == member;
  }

  /** The position of a message in flight here, or -1. */
  long positionOf(MessageId id) {
    return positions.getOrDefault(id, -1L);
  }

  /** These were acknowledged, durably; returns the messages. */
  List<MessageId> landed(List<Long> acknowledged) {
    List<MessageId> ids = new ArrayList<>(acknowledged.size());
    for (long position : acknowledged) {
      Flight flight = land(position);
      if (flight != null) {
        ids.add(flight.copy.message().id());
      }
    }
    retry();
    pump();
    return ids;
  }

  private @Nullable Flight land(long position) {
    Flight flight = flights.remove(position);
    if (flight != null) {
      positions.remove(flight.copy.message().id());
      flight.member.inFlight--;
    }
    return flight;
  }

  // ---- trying again

  private void wakeAt(long deadline) {
    Duration delay = Duration.ofMillis(Math.max(1, deadline - live.now()));
    alarm = live.after(delay, this::onOverdue);
  }

  private void onOverdue() {
    alarm = null;
    if (isClosed()) {
      return;
    }
    long now = live.now();
    long earliest = Long.MAX_VALUE;
    for (Iterator<Flight> each = flights.values().iterator(); each.hasNext(); ) {
      Flight flight = each.next();
      if (flight.deadline <= now) {
        each.remove();
        positions.remove(flight.copy.message().id());
        flight.member.inFlight--;
        again.put(flight.copy.position(), flight.copy);
      } else {
        earliest = Math.min(earliest, flight.deadline);
      }
    }
    if (earliest != Long.MAX_VALUE) {
      wakeAt(earliest);
    }
    retry();
  }

  /** Pushes again what did not land, unless it has been received some other way in the meantime. */
  private void retry() {
    if (again.isEmpty() || retrying || !hasRoom()) {
      return;
    }
    retrying = true;
    live.committer()
        .post(
            this::stillPending,
            pending -> {
              retrying = false;
              pushAgain(pending);
            },
            _ -> live.after(RETRY, this::retryLater));
  }

  private void retryLater() {
    retrying = false;
    retry();
  }

  private List<Copy> stillPending(Commit commit) {
    List<Copy> pending = new ArrayList<>();
    for (Copy copy : again.values()) {
      State state = commit.stateOf(box, copy.position());
      if (state != null && state.isPending()) {
        pending.add(copy);
      }
    }
    return pending;
  }

  private void pushAgain(List<Copy> pending) {
    again.clear();
    for (Copy copy : pending) {
      if (isClosed() || !offer(copy)) {
        again.put(copy.position(), copy);
      }
    }
  }

  @Override
  void pump() {
    retry();
    super.pump();
  }

  @Override
  boolean hasRoom() {
    for (Member member : members) {
      if (member.hasRoom()) {
        return true;
      }
    }
    return false;
  }

  @Override
  boolean takes() {
    return true;
  }

  @Override
  boolean wantsToBeTold() {
    return members.stream().noneMatch(member -> member.listener.hasRoom());
  }

  @Override
  void tellLagging(long cursor) {
    members.forEach(member -> member.listener.lagging(cursor));
  }

  @Override
  void tellCaughtUp() {
    members.forEach(member -> member.listener.caughtUp());
  }

  @Override
  void tellEnded(Refused why) {
    members.forEach(member -> member.listener.ended(why));
  }
}
