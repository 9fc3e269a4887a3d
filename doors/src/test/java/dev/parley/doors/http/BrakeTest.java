package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import dev.parley.identity.limits.RateLimits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whoever goes on and on after being refused waits before it is looked at, and nobody else does.
 */
class BrakeTest {
  /** What waits: for how long, and how it goes on. */
  private record Held(Duration time, Runnable goOn) {}

  private final TestHub hub = TestHub.start();
  private final String ada = hub.agent("ada");
  private final String bob = hub.agent("bob");
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger status = new AtomicInteger(429);
  private final AtomicInteger handled = new AtomicInteger();
  private final AtomicInteger pieces = new AtomicInteger();
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpDoor door =
      HttpDoor.start(
          DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 1)),
          Brake.before(
              List.of(
                  Route.forEveryone("/x", this::answer).taking(HttpMethod.GET, HttpMethod.POST),
                  Route.forEveryone("/piece", this::takeOnePiece).taking(HttpMethod.POST)),
              new Callers(hub.authenticator(), RateLimits.none()),
              nanos::get,
              (context, wait, goOn) ->
                  held.add(new Held(wait, () -> context.runOnContext(_ -> goOn.run())))));

  @AfterEach
  void close() {
    client.close();
    door.close();
    hub.close();
  }

  /** Says how much it was sent, so that what waited is seen to have come whole. */
  private void answer(HttpServerRequest request) {
    handled.incrementAndGet();
    Buffer body = Buffer.buffer();
    request.handler(body::appendBuffer);
    request.endHandler(
        _ -> request.response().setStatusCode(status.get()).end(String.valueOf(body.length())));
  }

  /** As uploads are read: the next piece when there is room for it. */
  private void takeOnePiece(HttpServerRequest request) {
    request.pause();
    request.handler(_ -> pieces.incrementAndGet());
    request.fetch(1);
  }

  private CompletableFuture<HttpResponse<String>> asking(String method, String token, int bytes) {
    return asking("/x", method, token, bytes);
  }

  private CompletableFuture<HttpResponse<String>> asking(
      String path, String method, String token, int bytes) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.ownerPort() + path))
            .timeout(Duration.ofSeconds(20))
            .method(method, BodyPublishers.ofString("x".repeat(bytes)));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  private int ask(String token) {
    return asking("GET", token, 0).join().statusCode();
  }

  private void refuse(String token, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(ask(token)).isEqualTo(status.get());
    }
  }

  private Held nextHeld() throws InterruptedException {
    Held next = held.poll(20, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  @Test
  void whoeverGoesOnWaitsAndIsThenHandledAsAnybody() throws InterruptedException {
    refuse(ada, 20);
    status.set(200);

    CompletableFuture<HttpResponse<String>> answer = asking("POST", ada, 300_000);
    Held waiting = nextHeld();
    assertThat(waiting.time()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(ask(bob)).isEqualTo(200);
    assertThat(ask(hub.ownerToken())).isEqualTo(200);
    assertThat(answer).isNotDone();
    assertThat(handled).hasValue(22);
    waiting.goOn().run();

    assertThat(answer.join().statusCode()).isEqualTo(200);
    assertThat(answer.join().body()).isEqualTo("300000");
  }

  @Test
  void whatIsReadPieceByPieceIsNotReadFasterAfterTheWait() throws InterruptedException {
    refuse(ada, 20);
    CompletableFuture<HttpResponse<String>> upload = asking("/piece", "POST", ada, 1_000_000);
    nextHeld().goOn().run();
    Awaitility.await().until(() -> pieces.get() > 0);

    for (int i = 0; i < 10; i++) {
      assertThat(ask(bob)).isEqualTo(429); // on the same event loop: more would have come by now
    }

    assertThat(pieces).hasValue(1);
    assertThat(upload.cancel(true)).isTrue();
  }

  @Test
  void aSecondLaterItDoesNotWaitAnyMore() {
    refuse(ada, 20);

    nanos.addAndGet(1_100_000_000L);

    assertThat(ask(ada)).isEqualTo(429);
    assertThat(held).isEmpty();
  }

  @Test
  void theOwnerNeverWaits() {
    refuse(hub.ownerToken(), 50);

    assertThat(held).isEmpty();
  }

  @Test
  void wrongTokensWaitTogetherAndRightOnesOfTheSamePlaceDoNot() throws InterruptedException {
    status.set(401);
    for (int i = 0; i < 20; i++) {
      assertThat(ask("wrong" + i)).isEqualTo(401);
    }

    CompletableFuture<HttpResponse<String>> guess = asking("GET", "another", 0);
    Held waiting = nextHeld();
    assertThat(ask(ada)).isEqualTo(401);
    assertThat(ask(hub.ownerToken())).isEqualTo(401);
    assertThat(ask(null)).isEqualTo(401);
    assertThat(guess).isNotDone();
    waiting.goOn().run();

    assertThat(guess.join().statusCode()).isEqualTo(401);
  }

  @Test
  void whoGoesAwayWhileItWaitsIsNotHandled() throws InterruptedException {
    refuse(ada, 20);
    CompletableFuture<HttpResponse<String>> answer = asking("GET", ada, 0);
    Held waiting = nextHeld();

    assertThat(answer.cancel(true)).isTrue();
    Awaitility.await().until(() -> door.connections() == 0);
    waiting.goOn().run();

    assertThat(ask(bob)).isEqualTo(429);
    assertThat(handled).hasValue(21);
  }
}
