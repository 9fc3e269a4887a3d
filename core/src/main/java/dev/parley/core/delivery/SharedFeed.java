package dev.parley.core.delivery;

import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
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

  private final List<Member> members = new ArrayList<>();
  private final Flights flights = new Flights();
  private int taken;
  private final NavigableMap<Long, Copy> again = new TreeMap<>();
  private int turn;
  private boolean retrying;
  private Timekeeper.@Nullable Alarm alarm;
  private long alarmAt;
  private boolean leased;

  SharedFeed(Live live, BoxId box, long next, long end, boolean leased) {
    super(live, box, next, end, true);
    this.leased = leased;
  }

  boolean isLeased() {
    return leased;
  }

  /** From now on it is this hub that pushes, beginning with what still waits. */
  void lease(long firstPending) {
    leased = true;
    rewind(firstPending);
    pump();
  }

  /** Another hub pushes; what is in flight here may still be acknowledged. */
  void unlease() {
    leased = false;
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
    goAround(flights.remove(member.inFlight, flight -> flight.member == member));
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
    if (flights.get(position) != null || again.containsKey(position)) {
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
    flights.add(new Flight(counted, member, deadline));
    member.inFlight++;
    live.pushed(counted, State.PUSHED, attempts);
    wakeBy(deadline);
    return true;
  }

  private @Nullable Member free() {
    if (!leased) {
      return null;
    }
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get((turn + i) % members.size());
      if (member.hasRoom()) {
        turn = (turn + i + 1) % members.size();
        return member;
      }
    }
    return null;
  }

  // ---- acknowledgement: flights are looked up and taken in a commit, and land once that is
  // durable

  /** Those to this member up to a cursor. */
  List<Flight> flights(Member member, long upTo) {
    return flights.to(member, upTo);
  }

  @Nullable Flight flight(long position) {
    return flights.get(position);
  }

  @Nullable Flight flight(MessageId id) {
    return flights.get(id);
  }

  /** Acknowledged or received, in the commit that is being made. */
  void take(Flight flight) {
    if (!flight.taken) {
      flight.taken = true;
      if (taken++ == 0) {
        live.settleAfterCommit(this);
      }
    }
  }

  /** The commit in which flights were taken is durable, or has not happened. */
  void settle(boolean durable) {
    if (durable) {
      for (Flight flight : flights.remove(taken, flight -> flight.taken)) {
        flight.member.inFlight--;
      }
    } else {
      flights.forEach(flight -> flight.taken = false);
    }
    taken = 0;
    pump();
  }

  /** These were received, durably, without being in flight. */
  void received(Set<Long> positions) {
    again.keySet().removeAll(positions);
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
    goAround(flights.remove(Integer.MAX_VALUE, flight -> flight.deadline <= now));
    long earliest = flights.earliestDeadline();
    if (earliest != Long.MAX_VALUE) {
      wakeBy(earliest);
    }
    pump();
  }

  private void goAround(List<Flight> failed) {
    for (Flight flight : failed) {
      flight.member.inFlight--;
      again.put(flight.position(), flight.copy);
    }
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
    return leased && members.stream().anyMatch(Member::hasRoom);
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
