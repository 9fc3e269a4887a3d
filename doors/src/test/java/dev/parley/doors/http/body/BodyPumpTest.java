package dev.parley.doors.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.Served;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** By a clock on which every piece of a body takes a second to come. */
class BodyPumpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger taken = new AtomicInteger();
  private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
  private final Served door =
      new Served(Route.forOwner("/long", this::pump).taking(HttpMethod.POST));

  @AfterEach
  void close() {
    door.close();
  }

  /** Looked at before and after each piece. */
  private long clock() {
    return nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
  }

  private void pump(HttpServerRequest request) {
    BodyPump pump =
        new BodyPump(
            request, Objects.requireNonNull(Vertx.currentContext()), PATIENCE, this::clock);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (Buffer chunk = pump.next(); chunk != null; chunk = pump.next()) {
                  taken.addAndGet(chunk.length());
                }
                outcome.complete(taken.get());
              } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
              }
            });
  }

  private Socket begin(int length) {
    return door.begin(
        "POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n");
  }

  private void send(Socket socket, byte[] piece) throws IOException {
    int before = taken.get();
    socket.getOutputStream().write(piece);
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> taken.get() >= before + piece.length || outcome.isDone());
  }

  @Test
  void aBodyOfAByteASecondIsCutOffWhenPatienceIsAtAnEnd() throws IOException {
    try (Socket socket = begin(10_000)) {
      while (!outcome.isDone()) {
        send(socket, new byte[1]);
      }
    }

    ErrorCode code = outcome.handle((_, failure) -> Refused.of(failure).code()).join();
    assertThat(code).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(taken.get()).isLessThanOrEqualTo((int) PATIENCE.toSeconds());
  }

  @Test
  void aBodyThatTakesLongBecauseItIsLongComesWhole() throws IOException {
    byte[] piece = "x".repeat(8 << 10).getBytes(StandardCharsets.US_ASCII);
    int pieces = 10 * (int) PATIENCE.toSeconds();
    try (Socket socket = begin(pieces * piece.length)) {
      for (int i = 0; i < pieces; i++) {
        send(socket, piece);
      }

      assertThat(outcome.join()).isEqualTo(pieces * piece.length);
    }
  }
}
