package dev.parley.core.delivery;

import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The handle of a listener that acknowledges. */
final class SharedListening implements Listening {
  private final Live live;
  private final SharedFeed feed;
  private final SharedMember member;
  private final long cursor;

  SharedListening(Live live, SharedFeed feed, SharedMember member) {
    this.live = live;
    this.feed = feed;
    this.member = member;
    this.cursor = feed.cursor();
    resume();
  }

  @Override
  public long cursor() {
    return cursor;
  }

  @Override
  public CompletableFuture<Integer> ack(List<MessageId> ids) {
    return live.acks().byId(feed.box, feed, ids);
  }

  @Override
  public CompletableFuture<Integer> ackCursors(long[] cursors) {
    return live.acks()
        .ofFlights(
            feed,
            () -> {
              List<Flight> found = new ArrayList<>(cursors.length);
              for (long position : cursors) {
                Flight flight = feed.flight(position);
                if (flight != null && flight.member == member) {
                  found.add(flight);
                }
              }
              return found;
            });
  }

  @Override
  public CompletableFuture<Integer> ackUpTo(long upTo) {
    return live.acks().ofFlights(feed, () -> feed.flights(member, upTo));
  }

  @Override
  public void resume() {
    live.resume(feed);
  }

  @Override
  public void close() {
    live.close(feed, member);
  }
}
