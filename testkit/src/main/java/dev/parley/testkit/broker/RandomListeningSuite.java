package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens in whatever order: a run that fails is run again with its seed. */
abstract class RandomListeningSuite extends BrokerSuite {
  private static final int STEPS = 300;

  private final List<CompletableFuture<Receipt>> sent = new ArrayList<>();

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private void sendSome(Random chance) {
    int count = 1 + chance.nextInt(8);
    for (int i = 0; i < count; i++) {
      sent.add(routing(draft("ada", "agent/bob").content("m" + sent.size())));
    }
  }

  /** What was accepted, in order; the store may have refused some. */
  private List<String> awaitAccepted() {
    List<String> accepted = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      if (!isRefused(sent.get(i))) {
        accepted.add("m" + i);
      }
    }
    return accepted;
  }

  @ParameterizedTest(name = "IN-4 seed {0}: one who only listens hears everything once, in order")
  @ValueSource(longs = {1, 7, 42, 1_234, 987_654})
  void copies(long seed) {
    Random chance = new Random(seed);
    RecordingListener listener = RecordingListener.withRoom(3);
    Listening listening = listen("bob", options(AckMode.NONE, ListenOptions.NOW), listener);
    sendSome(chance);
    listener.awaitContents(1);
    for (int step = 0; step < STEPS; step++) {
      switch (chance.nextInt(12)) {
        case 0, 1, 2, 3, 4 -> sendSome(chance);
        case 5, 6 -> {
          listener.giveRoom(chance.nextInt(20));
          listening.resume();
        }
        case 7 -> settle();
        case 8 -> {
          CompletableFuture<List<Copy>> _ = broker.receive(inbox("bob"), chance.nextInt(10) + 1);
        }
        case 9 -> store.failCommit(1 + chance.nextInt(3), Reason.FULL);
        case 10 -> time.advance(Duration.ofSeconds(1));
        default -> {
          listening.close();
          settle(); // nothing is pushed any more, so the last cursor heard is where to go on
          store.heal();
          long heard = listener.copies().getLast().position();
          listening = listen("bob", options(AckMode.NONE, heard), listener);
        }
      }
    }
    store.heal();
    List<String> expected = awaitAccepted();
    listener.giveRoom(Integer.MAX_VALUE);
    listening.resume();
    awaitWhileTimePasses(() -> listener.copies().size() >= expected.size());
    settle();

    assertThat(listener.contents()).as("seed %d", seed).isEqualTo(expected);
  }

  @ParameterizedTest(name = "IN-3 seed {0}: with ack auto each is pushed or received, not both")
  @ValueSource(longs = {1, 7, 42, 1_234, 987_654})
  void auto(long seed) {
    Random chance = new Random(seed);
    RecordingListener listener = RecordingListener.withRoom(3);
    Listening listening = listen("bob", options(AckMode.AUTO, ListenOptions.PENDING), listener);
    List<CompletableFuture<List<Copy>>> receiving = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      switch (chance.nextInt(11)) {
        case 0, 1, 2, 3, 4 -> sendSome(chance);
        case 5, 6 -> {
          listener.giveRoom(chance.nextInt(20));
          listening.resume();
        }
        case 7 -> settle();
        case 8 -> receiving.add(receiving(1 + chance.nextInt(10)));
        case 9 -> store.failCommit(1 + chance.nextInt(3), Reason.FULL);
        default -> {
          listening.close();
          settle();
          store.heal();
          listening = listen("bob", options(AckMode.AUTO, ListenOptions.PENDING), listener);
        }
      }
    }
    store.heal();
    List<String> expected = awaitAccepted();
    List<String> taken = new ArrayList<>();
    for (CompletableFuture<List<Copy>> each : receiving) {
      if (!isRefused(each)) {
        taken.addAll(EnvelopeFields.contents(result(each)));
      }
    }
    listener.giveRoom(Integer.MAX_VALUE);
    listening.resume();
    awaitWhileTimePasses(() -> listener.copies().size() + taken.size() >= expected.size());
    settle();

    assertThat(listener.copies().stream().map(Copy::position)).as("seed %d", seed).isSorted();
    taken.addAll(listener.contents());
    assertThat(taken).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest(name = "IN-3 seed {0}: those who take share everything and lose nothing")
  @ValueSource(longs = {1, 7, 42, 1_234, 987_654})
  void takers(long seed) {
    Random chance = new Random(seed);
    Takers takers = new Takers(this, chance);
    takers.join();
    for (int step = 0; step < STEPS; step++) {
      switch (chance.nextInt(14)) {
        case 0, 1, 2, 3, 4 -> sendSome(chance);
        case 5, 6 -> takers.giveRoom();
        case 7, 8 -> takers.ackSome();
        case 9 -> takers.receiveSome();
        case 10 -> time.advance(Duration.ofSeconds(chance.nextInt(20)));
        case 11 -> takers.join();
        case 12 -> takers.leave();
        default -> {
          if (chance.nextBoolean()) {
            store.failCommit(1 + chance.nextInt(3), Reason.FULL);
          } else {
            settle();
          }
        }
      }
    }
    store.heal();
    List<String> expected = awaitAccepted();
    takers.join();
    awaitWhileTimePasses(
        () -> {
          takers.giveRoom();
          takers.ackSome();
          return takers.taken() >= expected.size();
        });
    settle();

    takers.assertInvariants(seed);
    assertThat(statuses(inbox("bob"))).as("seed %d", seed).doesNotContain("pending");
    assertThat(broker.stats().get("listeners")).isEqualTo(takers.listening());
  }

  private void awaitWhileTimePasses(java.util.concurrent.Callable<Boolean> condition) {
    eventually(
        () -> {
          time.advance(Duration.ofSeconds(1)); // whatever waits for its next try, tries
          return condition.call();
        });
  }

  CompletableFuture<Listening> joining(ListenOptions options, dev.parley.core.delivery.Listener l) {
    return broker.listen(inbox("bob"), options, l);
  }

  CompletableFuture<List<Copy>> receiving(int limit) {
    return broker.receive(inbox("bob"), limit);
  }

  static List<MessageId> ids(List<Copy> copies) {
    return copies.stream().map(copy -> copy.message().id()).toList();
  }
}
