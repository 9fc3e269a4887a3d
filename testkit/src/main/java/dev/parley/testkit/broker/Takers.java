package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Listeners that share an inbox, behaving by chance, and what must hold whatever they do. */
final class Takers {
  private final RandomListeningSuite suite;
  private final Random chance;
  private final List<Taker> present = new ArrayList<>();

  /** Acknowledged or received, and told so. */
  private final Set<MessageId> taken = ConcurrentHashMap.newKeySet();

  private final List<Long> firstPushes = new CopyOnWriteArrayList<>();
  private final Set<Long> pushed = ConcurrentHashMap.newKeySet();
  private final List<String> wrongs = new CopyOnWriteArrayList<>();
  private final Set<MessageId> received = ConcurrentHashMap.newKeySet();

  Takers(RandomListeningSuite suite, Random chance) {
    this.suite = suite;
    this.chance = chance;
  }

  int taken() {
    return taken.size();
  }

  int listening() {
    return present.size();
  }

  void join() {
    if (present.size() == 3) {
      return;
    }
    Taker taker = new Taker(chance.nextInt(10));
    int window = 1 + chance.nextInt(20);
    Duration timeout = Duration.ofSeconds(5 + chance.nextInt(30));
    ListenOptions options =
        new ListenOptions(AckMode.MANUAL, ListenOptions.PENDING, window, timeout, 100);
    CompletableFuture<Listening> joining = suite.joining(options, taker);
    if (!BrokerSuite.isRefused(joining)) {
      taker.listening = joining.join();
      present.add(taker);
    }
  }

  void leave() {
    if (!present.isEmpty()) {
      Taker taker = present.remove(chance.nextInt(present.size()));
      taker.listening().close();
    }
  }

  void giveRoom() {
    for (Taker taker : present) {
      taker.room.set(chance.nextInt(20));
      taker.listening().resume();
    }
  }

  void ackSome() {
    for (Taker taker : present) {
      List<Copy> held = List.copyOf(taker.held);
      if (held.isEmpty()) {
        continue;
      }
      int upTo = chance.nextInt(held.size()) + 1;
      List<Copy> some = held.subList(0, upTo);
      taker.held.removeAll(some);
      List<MessageId> ids = RandomListeningSuite.ids(some);
      note(taker.listening().ack(ids).thenAccept(_ -> taken.addAll(ids)));
    }
  }

  void receiveSome() {
    note(
        suite
            .receiving(1 + chance.nextInt(4))
            .thenAccept(
                copies -> {
                  for (MessageId id : RandomListeningSuite.ids(copies)) {
                    if (!received.add(id)) {
                      wrongs.add(id + " was received twice");
                    }
                    taken.add(id);
                  }
                }));
  }

  private static void note(CompletableFuture<Void> future) {
    CompletableFuture<Void> _ = future.exceptionally(_ -> null); // refused: then it is not taken
  }

  void assertInvariants(long seed) {
    assertThat(wrongs).as("seed %d", seed).isEmpty();
    assertThat(firstPushes).as("seed %d: first pushes in order", seed).isSorted();
  }

  /** One of them. */
  private final class Taker implements Listener {
    private final AtomicInteger room;
    private final List<Copy> held = new CopyOnWriteArrayList<>();
    private volatile @org.jspecify.annotations.Nullable Listening listening;

    Taker(int room) {
      this.room = new AtomicInteger(room);
    }

    Listening listening() {
      Listening mine = listening;
      if (mine == null) {
        throw new IllegalStateException("not listening yet");
      }
      return mine;
    }

    @Override
    public boolean hasRoom() {
      return room.get() > 0;
    }

    @Override
    public void push(Copy copy) {
      room.decrementAndGet();
      held.add(copy);
      if (taken.contains(copy.message().id())) {
        wrongs.add(copy.position() + " was pushed after it had been taken");
      }
      if (pushed.add(copy.position())) {
        firstPushes.add(copy.position());
        if (copy.attempts() != 1) {
          wrongs.add(copy.position() + " has " + copy.attempts() + " attempts at its first push");
        }
      } else if (copy.attempts() < 2) {
        wrongs.add(copy.position() + " was pushed again without being counted");
      }
    }

    @Override
    public void lagging(long cursor) {}

    @Override
    public void caughtUp() {}

    @Override
    public void ended(Refused why) {
      wrongs.add("ended: " + why.getMessage());
    }
  }
}
