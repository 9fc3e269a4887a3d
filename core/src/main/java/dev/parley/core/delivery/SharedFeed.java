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
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
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
    final Ear ear;
    final ListenOptions options;
    int inFlight;

    Member(Ear ear, ListenOptions options) {
      this.ear = ear;
      this.options = options;
    }

    boolean hasRoom() {
      return inFlight < options.window() && ear.hasRoom();
    }
  }

  private record Flight(Copy copy, Member member, long deadline) {}

  private final List<Member> members = new ArrayList<>();
  private final NavigableMap<Long, Flight> flights = new TreeMap<>();
  private final Map<MessageId, Long> positions = new HashMap<>();
  private final NavigableMap<Long, Copy> again = new TreeMap<>();
  private int turn;
  private boolean retrying;
  private Timekeeper.@Nullable Alarm alarm;
  private long alarmAt;

  SharedFeed(Live live, BoxId box, long next, long end) {
    super(live, box, next, end, true);
  }

  void join(Member member) {
    members.add(member);
  }

  int size() {
    return members.size();
  }

  /** What the leaver held goes to the others. False when it had left already. */
  boolean leave(Member member) {
    if (!members.remove(member)) {
      return false;
    }
    for (Flight flight : List.copyOf(flights.values())) {
      if (flight.member == member) {
        land(flight);
        again.put(flight.copy.position(), flight.copy);
      }
    }
    if (members.isEmpty()) {
      close();
    } else {
      pump();
    }
    return true;
  }

  @Override
  void close() {
    super.close();
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }

  @Override
  boolean offer(Copy copy) {
    long position = copy.position();
    if (flights.containsKey(position) || again.containsKey(position)) {
      return true; // met again after starting over
    }
    Member member = free();
    if (member == null) {
      return false;
    }
    int attempts = copy.attempts() + 1;
    if (attempts > member.options.maxAttempts()) {
      live.giveUp(copy, member.options.maxAttempts(), () -> tryLater(copy));
      return true;
    }
    Copy counted =
        new Copy(box, position, State.PUSHED, attempts, copy.annotation(), copy.message());
    if (!member.ear.push(counted)) {
      return offer(copy); // to somebody whose end is not broken
    }
    long deadline = live.now() + member.options.ackTimeout().toMillis();
    flights.put(position, new Flight(counted, member, deadline));
    positions.put(copy.message().id(), position);
    member.inFlight++;
    live.pushed(counted, State.PUSHED, attempts);
    wakeBy(deadline);
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
    return flights.headMap(upTo, true).values().stream()
        .filter(flight -> flight.member == member)
        .map(flight -> flight.copy.position())
        .toList();
  }

  boolean isInFlight(Member member, long position) {
    Flight flight = flights.get(position);
    return flight != null && flight.member == member;
  }

  /** The position of a message in flight here, or -1. */
  long positionOf(MessageId id) {
    return positions.getOrDefault(id, -1L);
  }

  /** The message in flight at a position, or null. */
  @Nullable MessageId messageAt(long position) {
    Flight flight = flights.get(position);
    return flight == null ? null : flight.copy.message().id();
  }

  /** These were acknowledged or received, durably. */
  void landed(List<Long> taken) {
    for (long position : taken) {
      Flight flight = flights.get(position);
      if (flight != null) {
        land(flight);
      }
      again.remove(position);
    }
    pump();
  }

  private void land(Flight flight) {
    flights.remove(flight.copy.position());
    positions.remove(flight.copy.message().id());
    flight.member.inFlight--;
  }

  // ---- trying again

  private void wakeBy(long deadline) {
    if (alarm != null && alarmAt <= deadline) {
      return;
    }
    if (alarm != null) {
      alarm.cancel();
    }
    alarmAt = deadline;
    alarm = live.after(Duration.ofMillis(Math.max(1, deadline - live.now())), this::onOverdue);
  }

  private void onOverdue() {
    if (isClosed()) {
      return;
    }
    alarm = null;
    long now = live.now();
    long earliest = Long.MAX_VALUE;
    for (Flight flight : List.copyOf(flights.values())) {
      if (flight.deadline <= now) {
        land(flight);
        again.put(flight.copy.position(), flight.copy);
      } else {
        earliest = Math.min(earliest, flight.deadline);
      }
    }
    if (earliest != Long.MAX_VALUE) {
      wakeBy(earliest);
    }
    pump();
  }

  private void tryLater(Copy copy) {
    again.put(copy.position(), copy);
    live.after(RETRY, this::pump);
  }

  /** Pushes again what did not land, unless it has been received some other way in the meantime. */
  private void retry() {
    if (again.isEmpty() || retrying || isClosed() || !hasRoom()) {
      return;
    }
    retrying = true;
    live.committer()
        .post(
            this::look,
            looked -> {
              retrying = false;
              pushAgain(looked);
            },
            () -> live.after(RETRY, this::retryNow));
  }

  private void retryNow() {
    retrying = false;
    retry();
  }

  private record Looked(List<Copy> all, List<Copy> pending) {}

  private Looked look(Commit commit) {
    List<Copy> all = List.copyOf(again.values());
    return new Looked(all, all.stream().filter(copy -> live.isPending(commit, copy)).toList());
  }

  private void pushAgain(Looked looked) {
    for (Copy copy : looked.all) {
      again.remove(copy.position());
    }
    for (Copy copy : looked.pending) {
      if (!live.isTaken(box, copy.position()) && (isClosed() || !offer(copy))) {
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
    return members.stream().anyMatch(Member::hasRoom);
  }

  @Override
  boolean takes() {
    return true;
  }

  @Override
  boolean wantsToBeTold() {
    return members.stream().noneMatch(member -> member.ear.hasRoom());
  }

  @Override
  void tellLagging(long cursor) {
    members.forEach(member -> member.ear.lagging(cursor));
  }

  @Override
  void tellCaughtUp() {
    members.forEach(member -> member.ear.caughtUp());
  }

  @Override
  void tellEnded(Refused why) {
    members.forEach(member -> member.ear.ended(why));
  }
}
