package dev.parley.doors.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.Served;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
  private static final int BYTES_MAX = 10;

  private final CompletableFuture<byte[]> outcome = new CompletableFuture<>();
  private final Served door =
      new Served(
          Route.forOwner("/patient", request -> read(request, Duration.ofMinutes(5)))
              .taking(HttpMethod.POST),
          Route.forOwner("/hasty", request -> read(request, Duration.ofMillis(30)))
              .taking(HttpMethod.POST));

  @AfterEach
  void close() {
    door.close();
  }

  private void read(HttpServerRequest request, Duration patience) {
    var _ =
        new BodyReader(BYTES_MAX, patience)
            .read(request)
            .whenComplete(
                (body, failure) -> {
                  answer(request, failure);
                  if (failure == null) {
                    outcome.complete(body);
                  } else {
                    outcome.completeExceptionally(failure);
                  }
                });
  }

  private static void answer(HttpServerRequest request, @Nullable Throwable failure) {
    if (failure == null) {
      var _ = request.response().putHeader("Connection", "close").end();
    } else {
      Problem.answer(request.response(), Refused.of(failure));
    }
  }

  private static String post(String path, int length, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + length
        + "\r\n\r\n"
        + body;
  }

  private ErrorCode refusal() {
    return outcome.handle((_, failure) -> Refused.of(failure).code()).join();
  }

  @Test
  void aBodyComesWholeUpToTheLimit() {
    assertThat(door.talk(post("/patient", BYTES_MAX, "0123456789"))).contains(" 200 ");
    assertThat(new String(outcome.join(), StandardCharsets.UTF_8)).isEqualTo("0123456789");
  }

  @Test
  void oneByteMoreIsRefusedAndTheConnectionEnds() {
    String answer = door.talk(post("/patient", BYTES_MAX + 1, "0123456789+"));

    assertThat(answer)
        .contains(" 413 ", "at most 10 bytes")
        .containsIgnoringCase("connection: close");
    assertThat(refusal()).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void aBodyThatComesTooSlowlyIsRefusedAndTheConnectionEnds() {
    assertThat(door.talk(post("/hasty", 5, "01"))).contains(" 504 ", "too slowly");
    assertThat(refusal()).isEqualTo(ErrorCode.TIMEOUT);
  }

  @Test
  void aBodyThatBreaksOffIsRefused() throws Exception {
    try (Socket socket = door.begin(post("/patient", 5, "01"))) {
      socket.shutdownOutput();
      outcome.handle((_, _) -> null).get(20, TimeUnit.SECONDS);
    }

    assertThat(refusal()).isEqualTo(ErrorCode.BAD_REQUEST);
  }
}
