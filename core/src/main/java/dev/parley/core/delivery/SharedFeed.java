package dev.parley.core.delivery;

import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one inbox that acknowledge. They share the work: a copy is in flight to one of
 * them at a time, and goes to another, or to the same again, when it is not acknowledged in time or
 * its listener goes away.
 */
final class SharedFeed extends Feed {

  /** Which hub pushes, where several share a store: the one that holds the inbox's lease. */
  enum Pusher {
    THIS_HUB,
    OTHER_HUB
  }

  private final List<SharedMember> members = new ArrayList<>();
  private final Flights flights = new Flights();
  private final Retries retries;
  private final AckAlarm alarm;
  private Pusher pusher;

  /** How many flights are taken in the commit that is being made. */
  private int taken;

  /** Which member is asked first. */
  private int turn;

  SharedFeed(FeedHost host, BoxId box, long next, long end, Pusher pusher) {
    super(host, box, next, end, true);
    this.pusher = pusher;
    this.retries = new Retries(host, this);
    this.alarm = new AckAlarm(host, this::onOverdue);
  }

  boolean isLeased() {
    return pusher == Pusher.THIS_HUB;
  }

  /** From now on it is this hub that pushes, beginning with what still waits. */
  void lease(long firstPending) {
    pusher = Pusher.THIS_HUB;
    rewind(firstPending);
    pump();
  }

  /** Another hub pushes; what is in flight here may still be acknowledged. */
  void unlease() {
    pusher = Pusher.OTHER_HUB;
  }

  void join(SharedMember member) {
    members.add(member);
  }

  int size() {
    return members.size();
  }

  /** What the leaver held goes to the others. False when it had left already. */
  boolean leave(SharedMember member) {
    if (!members.remove(member)) {
      return false;
    }
    goAround(flights.remove(member.inFlight(), flight -> flight.member == member));
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
    alarm.cancel();
  }

  @Override
  boolean offer(Copy copy) {
    long position = copy.position();
    if (flights.get(position) != null || retries.contains(position)) {
      return true; // met again after starting over
    }
    SharedMember member = free();
    if (member == null) {
      return false;
    }
    int attempts = copy.attempts() + 1;
    if (attempts > member.options.maxAttempts()) {
      host.giveUp(copy, member.options.maxAttempts(), () -> tryLater(copy));
      return true;
    }
    Copy counted =
        new Copy(box, position, State.PUSHED, attempts, copy.annotation(), copy.message());
    if (!member.listener.push(counted)) {
      return offer(copy); // to somebody whose end is not broken
    }
    long deadline = host.now() + member.options.ackTimeout().toMillis();
    flights.add(new Flight(counted, member, deadline));
    member.onPushed();
    host.pushed(counted, State.PUSHED, attempts);
    alarm.goOffBy(deadline);
    return true;
  }

  private @Nullable SharedMember free() {
    if (!isLeased()) {
      return null;
    }
    for (int i = 0; i < members.size(); i++) {
      SharedMember member = members.get((turn + i) % members.size());
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
  List<Flight> flights(SharedMember member, long upTo) {
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
    if (!flight.isTaken()) {
      flight.take();
      if (taken++ == 0) {
        host.settleAfterCommit(this);
      }
    }
  }

  /** The commit in which flights were taken is durable, or has not happened. */
  void settle(boolean durable) {
    if (durable) {
      for (Flight flight : flights.remove(taken, Flight::isTaken)) {
        flight.member.onLanded();
        host.acknowledged(flight.copy);
      }
    } else {
      flights.forEach(Flight::untake);
    }
    taken = 0;
    pump();
  }

  /** These were received, durably, without being in flight. */
  void received(Set<Long> positions) {
    retries.received(positions);
  }

  // ---- trying again

  private void onOverdue() {
    if (isClosed()) {
      return;
    }
    long now = host.now();
    goAround(flights.remove(Integer.MAX_VALUE, flight -> flight.deadline <= now));
    long earliest = flights.earliestDeadline();
    if (earliest != Long.MAX_VALUE) {
      alarm.goOffBy(earliest);
    }
    pump();
  }

  private void goAround(List<Flight> failed) {
    for (Flight flight : failed) {
      flight.member.onLanded();
      retries.add(flight.copy);
    }
  }

  private void tryLater(Copy copy) {
    retries.add(copy);
    host.after(RETRY, this::pump);
  }

  @Override
  void pump() {
    retries.pump();
    super.pump();
  }

  @Override
  boolean hasRoom() {
    return isLeased() && members.stream().anyMatch(SharedMember::hasRoom);
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
