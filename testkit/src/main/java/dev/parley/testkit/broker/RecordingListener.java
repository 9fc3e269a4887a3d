package dev.parley.testkit.broker;

import dev.parley.core.delivery.Listener;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Copy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A door's end of a listening connection that remembers what it was told. */
public final class RecordingListener implements Listener {

  /** One thing it was told. */
  sealed interface Heard {
    record Pushed(String content, long cursor, int attempts) implements Heard {}

    record Lagging(long cursor) implements Heard {}

    record CaughtUp() implements Heard {}

    record Ended(Refused why) implements Heard {}
  }

  private final List<Heard> heard = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>();
  private final AtomicInteger room;

  private RecordingListener(int room) {
    this.room = new AtomicInteger(room);
  }

  public static RecordingListener withMuchRoom() {
    return withRoom(Integer.MAX_VALUE);
  }

  /** Takes so many pushes and then no more until it is given room. */
  static RecordingListener withRoom(int pushes) {
    return new RecordingListener(pushes);
  }

  void giveRoom(int pushes) {
    room.set(pushes);
  }

  @Override
  public boolean hasRoom() {
    return room.get() > 0;
  }

  @Override
  public synchronized void push(Copy copy) {
    room.decrementAndGet();
    copies.add(copy);
    heard.add(new Heard.Pushed(EnvelopeFields.content(copy), copy.position(), copy.attempts()));
  }

  @Override
  public synchronized void lagging(long cursor) {
    heard.add(new Heard.Lagging(cursor));
  }

  @Override
  public synchronized void caughtUp() {
    heard.add(new Heard.CaughtUp());
  }

  @Override
  public synchronized void ended(Refused why) {
    heard.add(new Heard.Ended(why));
  }

  synchronized List<Heard> heard() {
    return List.copyOf(heard);
  }

  synchronized List<Copy> copies() {
    return List.copyOf(copies);
  }

  List<String> contents() {
    return EnvelopeFields.contents(copies());
  }

  /** Waits until it was told something as often as that, and says what. */
  List<Heard> awaitHeard(int times) {
    BrokerSuite.eventually(() -> heard().size() >= times);
    return heard();
  }

  /** Waits for so many pushes and says what was in them. */
  public List<String> awaitContents(int pushes) {
    BrokerSuite.eventually(() -> copies().size() >= pushes);
    return contents();
  }
}
