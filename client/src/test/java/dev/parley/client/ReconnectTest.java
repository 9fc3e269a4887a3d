package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.client.FakeHub.Got;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReconnectTest {
  private static final Backoff EXACT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), 0);

  private final AtomicLong nanos = new AtomicLong();
  private final List<Long> waits = new CopyOnWriteArrayList<>();

  /** Waits take no time unless a test holds them back. */
  private Surroundings.Pause pause = wait -> waits.add(wait.toMillis());

  private FakeHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = new FakeHub();
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void everyConnectionShowsATokenThatIsGoodThen() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    TokenSource tokens =
        () -> {
          asked.add("asked");
          if (asked.size() == 2) {
            throw new IOException("no hub to refresh it at");
          }
          return FakeHub.TOKEN;
        };
    try (var client = connect(ClientOptions.agent("ada", tokens, hub.address()))) {
      CompletableFuture<Receipt> first = client.sendAsync(Draft.to("b").content("one"));
      hub.next("msg.send").peer().drop();
      Receipt _ = first.get(10, SECONDS);

      Receipt _ = client.sendAsync(Draft.to("b").content("two")).get(10, SECONDS);

      assertThat(asked).as("at first, in vain, and again").hasSizeGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void aSendWhoseAnswerWasLostIsSentAgainWithTheSameId() throws Exception {
    hub.ignoring("msg.send");
    try (var client = connect(hub.owner())) {
      CompletableFuture<Receipt> receipt = client.sendAsync(Draft.to("b").content("once"));
      Got first = hub.next("msg.send");

      hub.on("msg.send", request -> request.ok(Map.of("messageId", "m1", "duplicate", true)));
      first.peer().drop();

      Got second = hub.next("msg.send");
      assertThat(second.frame().text("id")).isEqualTo(first.frame().text("id"));
      assertThat(receipt.get(5, SECONDS).duplicate()).isTrue();
    }
  }

  @Test
  void whatIsSentAgainKeepsItsOrder() throws Exception {
    hub.ignoring("msg.send");
    try (var client = connect(hub.owner())) {
      List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        receipts.add(client.sendAsync(Draft.to("b").content("" + i)));
      }
      Got last = null;
      for (int i = 0; i < 50; i++) {
        last = hub.next("msg.send");
      }
      hub.on("msg.send", request -> request.ok(Map.of()));
      last.peer().drop();

      for (int i = 0; i < 50; i++) {
        assertThat(hub.next("msg.send").frame().text("content")).isEqualTo("" + i);
        receipts.get(i).get(5, SECONDS);
      }
    }
  }

  @Test
  void aCallMadeWhileThereIsNoHubIsMadeWhenThereIsOne() throws Exception {
    var mayRetry = new Semaphore(0);
    var lost = new CountDownLatch(1);
    pause = _ -> mayRetry.acquire();
    ClientEvents events =
        new ClientEvents() {
          @Override
          public void onDisconnected(String reason) {
            lost.countDown();
          }
        };
    try (var client = connect(hub.owner().withEvents(events))) {
      hub.stop();
      lost.await();
      var answer = client.agents().tokenAsync("a");
      hub.on("agent.token", request -> request.ok(Map.of("token", "t")));
      hub.startAgain();
      mayRetry.release(100);

      assertThat(answer.get(5, SECONDS)).isEqualTo("t");
    }
  }

  @Test
  void aRequestThatMustNotHappenTwiceFailsInstead() throws Exception {
    hub.ignoring("msg.receive");
    try (var client = connect(hub.owner())) {
      var receiving = client.mailbox(Inbox.of("a")).receiveAsync(10);
      hub.next("msg.receive").peer().drop();

      assertThat(receiving)
          .failsWithin(Duration.ofSeconds(5))
          .withThrowableThat()
          .withMessageContaining("the connection broke before the answer");
      client.hub().ping();
      assertThat(hub.typesSeen()).doesNotContain("msg.receive");
    }
  }

  @Test
  void waitsGrowWhileThereIsNoHubAndStartShortAgainAfterAGoodConnection() throws Exception {
    var retries = new LinkedBlockingQueue<Long>();
    var mayRetry = new Semaphore(0);
    pause =
        wait -> {
          retries.add(wait.toMillis());
          mayRetry.acquire();
        };
    try (var client = connect(hub.owner().withBackoff(EXACT))) {
      hub.stop();
      for (long expected : new long[] {100, 200, 400, 800, 1000}) {
        assertThat(retries.poll(5, SECONDS)).isEqualTo(expected);
        mayRetry.release();
      }
      assertThat(retries.poll(5, SECONDS)).isEqualTo(1000);
      hub.startAgain();
      mayRetry.release();
      client.hub().ping();
      Got ping = hub.next("ping");

      nanos.addAndGet(Duration.ofSeconds(6).toNanos());
      ping.peer().drop();

      assertThat(retries.poll(5, SECONDS)).isEqualTo(100);
      mayRetry.release();
      client.hub().ping();
    }
  }

  @Test
  void aConnectionThatBreaksAtOnceDoesNotShortenTheWait() throws Exception {
    var retries = new LinkedBlockingQueue<Long>();
    pause = wait -> retries.add(wait.toMillis());
    hub.on("ping", request -> request.peer().drop());
    try (var client = connect(hub.owner().withBackoff(EXACT))) {
      var _ = client.hub().pingAsync();

      for (long expected : new long[] {100, 200, 400, 800, 1000, 1000}) {
        assertThat(retries.poll(5, SECONDS)).isEqualTo(expected);
      }
    }
  }

  @Test
  void aTokenThatIsNoLongerGoodEndsTheClientWithAClearError() throws Exception {
    hub.ignoring("agent.get");
    try (var client = connect(hub.owner())) {
      var waiting = client.agents().getAsync("x");

      hub.next("agent.get").peer().close(4401, "token was replaced");

      assertThat(waiting)
          .failsWithin(Duration.ofSeconds(5))
          .withThrowableThat()
          .withMessageContaining("the hub no longer accepts this token: token was replaced");
      assertThatExceptionOfType(ParleyException.class)
          .isThrownBy(() -> client.hub().ping())
          .extracting(ParleyException::code)
          .isEqualTo(ParleyException.UNAUTHORIZED);
      assertThat(waits).isEmpty();
    }
  }

  @Test
  void aHubThatIsJustStoppingIsTriedAgain() throws Exception {
    var refusals = new AtomicLong(2);
    hub.on(
        "auth",
        request -> {
          if (refusals.getAndDecrement() > 0) {
            request.refuse("shutting_down", "the hub is stopping");
          } else {
            request.ok(Map.of("principal", Map.of("kind", "owner")));
          }
        });
    try (var client = connect(hub.owner().withBackoff(EXACT).withPatientStart())) {
      client.hub().ping();

      assertThat(waits).containsExactly(100L, 200L);
    }
  }

  @Test
  void closingEndsTheSearchForAHub() throws Exception {
    var searching = new CountDownLatch(1);
    pause =
        _ -> {
          searching.countDown();
          new CountDownLatch(1).await();
        };
    var client = connect(hub.owner());
    hub.stop();
    searching.await();
    var waiting = client.hub().pingAsync();

    client.close();

    assertThat(waiting).failsWithin(Duration.ofSeconds(5));
  }

  private ParleyClient connect(ClientOptions options) {
    Surroundings surroundings =
        new Surroundings(nanos::get, new SplittableRandom(7), wait -> pause.of(wait));
    return ParleyClient.connect(options, surroundings);
  }
}
