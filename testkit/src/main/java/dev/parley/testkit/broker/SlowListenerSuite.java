package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.NOW;
import static dev.parley.core.delivery.ListenOptions.PENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.testkit.broker.RecordingListener.Heard;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener that cannot keep up, or breaks, harms nobody and loses nothing. */
abstract class SlowListenerSuite extends BrokerSuite {

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private void sendMany(int from, int to) {
    for (int i = from; i < to; i++) {
      send("ada", "bob", "m" + i);
    }
  }

  private static List<String> messages(int count) {
    return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
  }

  @ParameterizedTest(name = "IN-4 ack {0}: told, caught up from the store in order, and live again")
  @EnumSource(AckMode.class)
  void catchesUp(AckMode ack) {
    RecordingListener slow = RecordingListener.withRoom(2);
    Listening listening = listen("bob", options(ack, NOW), slow);
    sendMany(0, 10);

    assertThat(slow.awaitHeard(3))
        .containsExactly(
            new Heard.Pushed("m0", 0, ack == AckMode.MANUAL ? 1 : 0),
            new Heard.Pushed("m1", 1, ack == AckMode.MANUAL ? 1 : 0),
            new Heard.Lagging(1));

    slow.giveRoom(3);
    listening.resume();
    assertThat(slow.awaitContents(5)).isEqualTo(messages(5));
    sendMany(10, 12);
    slow.giveRoom(1_000);
    listening.resume();
    assertThat(slow.awaitContents(12)).isEqualTo(messages(12));
    assertThat(slow.awaitHeard(14).getLast()).isEqualTo(new Heard.CaughtUp());

    sendMany(12, 14);
    assertThat(slow.awaitContents(14)).isEqualTo(messages(14));
    assertThat(slow.heard()).hasSize(16);
  }

  @Test
  @DisplayName("IN-4 it may lag again and is told again")
  void lagsAgain() {
    RecordingListener slow = RecordingListener.withRoom(1);
    Listening listening = listen("bob", options(AckMode.NONE, NOW), slow);
    sendMany(0, 2);
    slow.awaitHeard(2);
    slow.giveRoom(1);
    listening.resume();
    slow.awaitHeard(4);
    sendMany(2, 3);

    assertThat(slow.awaitHeard(5))
        .containsExactly(
            new Heard.Pushed("m0", 0, 0),
            new Heard.Lagging(0),
            new Heard.Pushed("m1", 1, 0),
            new Heard.CaughtUp(),
            new Heard.Lagging(1));
  }

  @Test
  @DisplayName("IN-4 much more than fits into memory at once is caught up with")
  void catchesUpWithMuch() {
    RecordingListener slow = RecordingListener.withRoom(0);
    Listening listening = listen("bob", options(AckMode.NONE, PENDING), slow);
    sendMany(0, 700);

    slow.giveRoom(100_000);
    listening.resume();

    assertThat(slow.awaitContents(700)).isEqualTo(messages(700));
  }

  @Test
  @DisplayName("IN-4 a slow listener does not slow others")
  void othersAreLive() {
    RecordingListener slow = RecordingListener.withRoom(0);
    RecordingListener fast = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), slow);
    listen("bob", options(AckMode.NONE, NOW), fast);

    sendMany(0, 50);

    assertThat(fast.awaitContents(50)).isEqualTo(messages(50));
    assertThat(slow.heard()).containsExactly(new Heard.Lagging(-1));
  }

  @Test
  @DisplayName("IN-4 what is received or cleared away meanwhile is not pushed to who takes")
  void receivedMeanwhile() {
    RecordingListener slow = RecordingListener.withRoom(0);
    Listening listening = listen("bob", options(AckMode.AUTO, NOW), slow);
    sendMany(0, 3);
    assertThat(receive("bob")).hasSize(3);
    sendMany(3, 5);

    slow.giveRoom(100);
    listening.resume();

    assertThat(slow.awaitContents(2)).containsExactly("m3", "m4");
    assertThat(slow.heard()).last().isEqualTo(new Heard.CaughtUp());
  }

  @Test
  @DisplayName("IN-4 after clearing, nothing that came later is passed over")
  void clearedMeanwhile() {
    RecordingListener slow = RecordingListener.withRoom(0);
    Listening listening = listen("bob", options(AckMode.NONE, NOW), slow);
    sendMany(0, 3);
    result(broker.clear(inbox("bob")));
    // Without room it reads nothing; the one that comes is stored behind what was cleared.
    slow.giveRoom(100);
    listening.resume();
    send("ada", "bob", "later");

    assertThat(slow.awaitContents(1)).containsExactly("later");
  }

  @Test
  @DisplayName("IN-4 DUR-3 when the store cannot be read, the listener waits and misses nothing")
  void storeCannotBeRead() {
    RecordingListener slow = RecordingListener.withRoom(0);
    Listening listening = listen("bob", options(AckMode.NONE, NOW), slow);
    sendMany(0, 3);
    store.failReads(Reason.FAILED);
    slow.giveRoom(100);
    listening.resume();
    result(broker.ack(inbox("nobody"), List.of()));
    refusal(broker.peek(inbox("bob"), 1));
    store.heal();

    // The read that fails has its own thread: the pause after it may begin only now.
    eventually(
        () -> {
          advance(java.time.Duration.ofSeconds(1));
          return slow.contents().size() == 3;
        });
    assertThat(slow.awaitContents(3)).isEqualTo(messages(3));
  }

  @Test
  @DisplayName("IN-4 DUR-3 when nothing can be written, the listener waits and misses nothing")
  void storeCannotBeWritten() {
    RecordingListener slow = RecordingListener.withRoom(1);
    Listening listening = listen("bob", options(AckMode.MANUAL, NOW), slow);
    sendMany(0, 3);
    slow.awaitHeard(2);
    settle();
    store.failCommits(Reason.FULL);
    slow.giveRoom(100);
    listening.resume();
    // The looking through goes into a commit with a change that fails.
    refusal(routing(draft("ada", "agent/bob").content("refused")));
    settle();
    store.heal();

    for (int i = 0; i < 3; i++) {
      advance(java.time.Duration.ofSeconds(1));
    }

    assertThat(slow.awaitContents(3)).isEqualTo(messages(3));
  }

  /** A door's end that throws at the first push. */
  private static final class BrokenListener implements Listener {
    private volatile boolean ended;

    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void push(Copy copy) {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public void lagging(long cursor) {}

    @Override
    public void caughtUp() {}

    @Override
    public void ended(Refused why) {
      ended = true;
    }
  }

  @ParameterizedTest(name = "IN-4 ack {0}: a listener that throws is let go and harms nobody")
  @EnumSource(AckMode.class)
  void brokenListener(AckMode ack) {
    BrokenListener broken = new BrokenListener();
    RecordingListener other = RecordingListener.withMuchRoom();
    result(broker.listen(inbox("bob"), options(ack, NOW), broken));
    listen("bob", options(ack, NOW), other);

    assertThat(send("ada", "bob", "m0").delivered()).isTrue();
    assertThat(send("ada", "bob", "m1").delivered()).isTrue();

    assertThat(other.awaitContents(2)).containsExactly("m0", "m1");
    settle();
    assertThat(broken.ended).isTrue();
    assertThat(broker.stats().get("listeners")).isEqualTo(1);
  }

  @Test
  @DisplayName("IN-3 what a broken listener was shown with ack auto has not been delivered")
  void brokenAutoListenerTakesNothing() {
    result(broker.listen(inbox("bob"), options(AckMode.AUTO, NOW), new BrokenListener()));

    send("ada", "bob", "m0");
    settle();

    assertThat(receive("bob")).containsExactly("m0");
  }
}
