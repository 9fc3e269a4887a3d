package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.client.FakeHub.Got;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client with several addresses, whose hub goes away. */
@Timeout(20)
class FailoverTest {
  private static final Backoff EXACT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), 0);
  private static final int GOING_AWAY = 1001;

  private final List<FakeHub> hubs = new ArrayList<>();
  private final LinkedBlockingQueue<URI> connected = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<Long> waits = new LinkedBlockingQueue<>();

  /** Waits last until a test lets them end. */
  private final Semaphore mayRetry = new Semaphore(0);

  @BeforeEach
  void startHubs() throws IOException {
    for (int i = 0; i < 3; i++) {
      hubs.add(new FakeHub());
    }
  }

  @AfterEach
  void stopHubs() throws IOException {
    for (FakeHub hub : hubs) {
      hub.close();
    }
  }

  @Test
  void whenAHubDiesAnotherIsTakenWithoutAWait() throws Exception {
    try (var client = connect()) {
      FakeHub first = current();
      first.stop();
      FakeHub second = current();
      second.stop();

      assertThat(List.of(first, second)).doesNotHaveDuplicates();
      FakeHub third = current();
      client.hub().ping();
      assertThat(third.typesSeen()).contains("ping");
      assertThat(waits).isEmpty();
    }
  }

  @Test
  void aHubThatSaysItGoesIsLeftAtOnce() throws Exception {
    try (var client = connect()) {
      client.hub().ping();
      FakeHub first = current();

      first.next("ping").peer().close(GOING_AWAY, "the hub is stopping");

      assertThat(current()).isNotSameAs(first);
      client.hub().ping();
      assertThat(waits).isEmpty();
    }
  }

  @Test
  void whenNoHubAnswersAllAreTriedAgainAfterAWait() throws Exception {
    try (var client = connect()) {
      FakeHub last = current();
      for (FakeHub hub : hubs) {
        hub.stop();
      }
      assertThat(waits.poll(5, SECONDS)).isEqualTo(100);
      mayRetry.release();
      assertThat(waits.poll(5, SECONDS)).isEqualTo(200);

      last.startAgain();
      mayRetry.release();

      assertThat(current()).isSameAs(last);
      client.hub().ping();
    }
  }

  @Test
  void hubsThatTakeAClientAndDropItAgainAreNotTriedWithoutEnd() throws Exception {
    hubs.forEach(hub -> hub.on("ping", got -> got.peer().close(GOING_AWAY, "not now")));
    try (var client = connect()) {
      var _ = client.hub().pingAsync();

      assertThat(waits.poll(5, SECONDS)).isEqualTo(100);
      assertThat(connected).hasSize(3);
      mayRetry.release();
      assertThat(waits.poll(5, SECONDS)).isEqualTo(200);
      assertThat(connected).hasSize(4);
    }
  }

  @Test
  void aConnectionThatHeldEarnsAnotherTurnAround() throws Exception {
    var nanos = new AtomicLong();
    var surroundings = new Surroundings(nanos::get, new SplittableRandom(7), this::pause);
    try (var client = ParleyClient.connect(options(), surroundings)) {
      for (int turn = 0; turn < 5; turn++) {
        FakeHub hub = current();
        client.hub().ping();
        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        hub.next("ping").peer().drop();
      }

      assertThat(current()).isNotNull();
      assertThat(waits).isEmpty();
    }
  }

  @Test
  void aSendWithoutAnAnswerIsRepeatedElsewhereUnderItsId() throws Exception {
    hubs.forEach(hub -> hub.ignoring("msg.send"));
    try (var client = connect()) {
      CompletableFuture<Receipt> receipt = client.sendAsync(Draft.to("b").content("once"));
      FakeHub first = current();
      Got lost = first.next("msg.send");
      hubs.forEach(
          hub -> hub.on("msg.send", got -> got.ok(Map.of("messageId", "m1", "duplicate", true))));

      first.stop();

      Got repeated = current().next("msg.send");
      assertThat(repeated.frame().text("id")).isEqualTo(lost.frame().text("id"));
      assertThat(receipt.get(5, SECONDS).duplicate()).isTrue();
    }
  }

  @Test
  void aListenerGoesOnFromItsCursorElsewhere() throws Exception {
    var read = new LinkedBlockingQueue<Long>();
    try (var client = connect();
        var _ =
            client.listen(
                Inbox.of("a"), ListenOptions.COPIES.fromCursor(5), it -> read.add(it.cursor()))) {
      FakeHub first = current();
      Got listening = first.next("msg.listen");
      assertThat(listening.frame().number("from", 0)).isEqualTo(5);
      FakeHub.push(listening.peer(), "a", 6);
      FakeHub.push(listening.peer(), "a", 7);
      assertThat(List.of(read.take(), read.take())).containsExactly(6L, 7L);

      first.stop();

      Got resumed = current().next("msg.listen");
      assertThat(resumed.frame().number("from", 0)).isEqualTo(7);
      FakeHub.push(resumed.peer(), "a", 8);
      assertThat(read.poll(5, SECONDS)).isEqualTo(8);
    }
  }

  @Test
  void anAcknowledgementThatWasLostIsMadeElsewhereAndTheMessageNotHandledAgain() throws Exception {
    hubs.forEach(hub -> hub.ignoring("msg.ack"));
    var read = new LinkedBlockingQueue<Long>();
    try (var client = connect();
        var _ = client.listen(Inbox.of("a"), ListenOptions.MANUAL, it -> read.add(it.cursor()))) {
      FakeHub first = current();
      FakeHub.push(first.next("msg.listen").peer(), "a", 1);
      assertThat(first.next("msg.ack").frame().shown("cursors")).isEqualTo("[1]");

      first.stop();

      FakeHub second = current();
      Got resumed = second.next("msg.listen");
      FakeHub.push(resumed.peer(), "a", 1);
      assertThat(second.next("msg.ack").frame().shown("cursors")).isEqualTo("[1]");
      assertThat(read).containsExactly(1L);
    }
  }

  @Test
  void aHubThatDoesNotKnowTheTokenYetIsPassedOver() throws Exception {
    FakeHub knowing = hubs.getFirst();
    for (FakeHub hub : hubs.subList(1, 3)) {
      hub.on("auth", got -> got.refuse("unauthorized", "no such agent"));
    }
    try (var client = connect()) {
      assertThat(current()).isSameAs(knowing);
      client.hub().ping();
    }
  }

  @Test
  void whenEveryHubRefusesTheTokenTheClientSaysSo() {
    hubs.forEach(hub -> hub.on("auth", got -> got.refuse("unauthorized", "no such agent")));

    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(this::connect)
        .withMessageContaining("no such agent")
        .extracting(ParleyException::code)
        .isEqualTo(ParleyException.UNAUTHORIZED);
    assertThat(waits).isEmpty();
  }

  @Test
  void whenNoHubAnswersAtFirstEachAddressIsNamed() throws Exception {
    for (FakeHub hub : hubs) {
      hub.stop();
    }

    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(this::connect)
        .satisfies(
            e -> hubs.forEach(hub -> assertThat(e).hasMessageContaining("" + hub.address())));
  }

  /** The hub the client has just connected to. */
  private FakeHub current() throws InterruptedException {
    URI address = connected.poll(5, SECONDS);
    return hubs.stream().filter(hub -> hub.address().equals(address)).findFirst().orElseThrow();
  }

  private void pause(Duration wait) throws InterruptedException {
    waits.add(wait.toMillis());
    mayRetry.acquire();
  }

  private ClientOptions options() {
    ClientEvents events =
        new ClientEvents() {
          @Override
          public void onConnected(URI address) {
            connected.add(address);
          }
        };
    URI[] addresses = hubs.stream().map(FakeHub::address).toArray(URI[]::new);
    return ClientOptions.owner(FakeHub.TOKEN, addresses).withBackoff(EXACT).withEvents(events);
  }

  private ParleyClient connect() {
    var surroundings = new Surroundings(() -> 0, new SplittableRandom(7), this::pause);
    return ParleyClient.connect(options(), surroundings);
  }
}
