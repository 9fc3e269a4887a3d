package dev.parley.doors.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.http.Route;
import dev.parley.doors.http.Served;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventOutputTest {
  private static final long WAITING_MAX = 64 << 10;
  private static final String GET = "GET /%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n";

  private final CompletableFuture<EventOutput> opened = new CompletableFuture<>();
  private final CompletableFuture<String> lastEventId = new CompletableFuture<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Served door =
      new Served(
          Route.forOwner("/quiet", request -> open(request, Duration.ofMinutes(5))),
          Route.forOwner("/beating", request -> open(request, Duration.ofMillis(10))));

  @AfterEach
  void close() {
    door.close();
  }

  private void open(HttpServerRequest request, Duration heartbeat) {
    lastEventId.complete(String.valueOf(EventOutput.lastEventId(request)));
    opened.complete(
        EventOutput.open(
            request.response(),
            Objects.requireNonNull(Vertx.currentContext()),
            heartbeat,
            WAITING_MAX,
            over::countDown));
  }

  private Socket get(String path, String headers) {
    return door.begin(GET.formatted(path, headers));
  }

  private boolean isOver() throws InterruptedException {
    return over.await(20, TimeUnit.SECONDS);
  }

  @Test
  void eventsGoOutInTheirOrderAndTheEndAfterThem() throws Exception {
    try (Socket socket = get("quiet", "Connection: close\r\n")) {
      EventOutput output = opened.join();
      output.event("id: 1\n", "one");
      output.event("", "two");
      output.end();
      output.event("", "too late");

      String all = new String(socket.getInputStream().readAllBytes(), "UTF-8");
      assertThat(all).containsIgnoringCase("content-type: text/event-stream");
      assertThat(all).containsSubsequence("id: 1\ndata: one\n\n", "data: two\n\n", "0\r\n\r\n");
      assertThat(all).doesNotContain("too late");
      assertThat(isOver()).isTrue();
      assertThat(output.isOver()).isTrue();
    }
  }

  @Test
  void commentsKeepASilentStreamAlive() throws Exception {
    try (Socket socket = get("beating", "")) {
      InputStream in = socket.getInputStream();
      Served.readUntil(in, ":\n\n");
      Served.readUntil(in, ":\n\n");
    }
  }

  @Test
  void aClientThatGoesIsNoticed() throws Exception {
    try (Socket socket = get("quiet", "")) {
      opened.join().event("", "hello");
      Served.readUntil(socket.getInputStream(), "hello");
    }

    assertThat(isOver()).isTrue();
    assertThat(opened.join().isOver()).isTrue();
  }

  @Test
  void aClientThatDoesNotReadIsCutOffAndHoldsUpNobody() throws Exception {
    try (Socket socket = get("quiet", "")) {
      EventOutput output = opened.join();
      Buffer event = Buffer.buffer("data: " + "x".repeat(32 << 10) + "\n\n");
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                output.send(event);
                return output.isOver();
              });

      assertThat(isOver()).isTrue();
      assertThat(socket.isClosed()).isFalse();
    }
  }

  @Test
  void oneEventLargerThanTheLimitGetsThrough() throws Exception {
    try (Socket socket = get("quiet", "")) {
      EventOutput output = opened.join();
      output.event("", "x".repeat((int) WAITING_MAX * 4) + "end");

      Served.readUntil(socket.getInputStream(), "end");
      assertThat(output.awaitRoom(Duration.ofSeconds(20))).isTrue();
      assertThat(output.isOver()).isFalse();
    }
  }

  @Test
  void theLastEventIsNamedInAHeaderOrInTheAddress() throws Exception {
    try (Socket _ = get("quiet?lastEventId=7", "")) {
      assertThat(lastEventId.join()).isEqualTo("7");
    }
  }

  @Test
  void theHeaderCountsBeforeTheAddress() throws Exception {
    try (Socket _ = get("quiet?lastEventId=7", "Last-Event-ID: 8\r\n")) {
      assertThat(lastEventId.join()).isEqualTo("8");
    }
  }
}
