package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.SlowRequest;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig.Patience;
import java.time.Duration;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request's head that comes a byte at a time is cut off at both ports, however steadily it comes.
 */
class SlowHeadsTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  private final TestHub hub = hasty();

  private static TestHub hasty() {
    Patience usual = Patience.DEFAULT;
    return TestHub.start(
        DoorConfig.DEFAULT.withPatience(
            new Patience(
                usual.authentication(), usual.idle(), usual.stalled(), SHORT, usual.stop())));
  }

  @AfterEach
  void close() {
    hub.close();
  }

  /** For every door that speaks HTTP: what its head begins with, and at which port. */
  static Stream<Door> doors() {
    return Stream.of(
        new Door("GET /api/messages", door -> door.ownerPort()),
        new Door("POST /mcp", door -> door.ownerPort()),
        new Door("GET /ws", door -> door.ownerPort()),
        new Door("POST /transfer/messages", door -> door.ownerPort()),
        new Door("GET /health", door -> door.agentPort()),
        new Door("POST /mcp", door -> door.agentPort()),
        new Door("GET /sse", door -> door.agentPort()),
        new Door("GET /ws", door -> door.agentPort()));
  }

  record Door(String request, ToIntFunction<HttpDoor> port) {}

  @ParameterizedTest
  @MethodSource("doors")
  void bytesThatKeepComingDoNotPutOffTheDeadline(Door door) {
    try (SlowRequest request = SlowRequest.to(door.port.applyAsInt(hub.http()))) {
      request.send(door.request + " HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");

      assertThat(request.sendUntilCutOff("y")).as("cut off without a word").isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void theNextRequestOfAConnectionHasNoMoreTime(Door door) {
    try (SlowRequest request = SlowRequest.to(door.port.applyAsInt(hub.http()))) {
      request.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(request.status()).isEqualTo(200);
      request.send(door.request + " HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");

      assertThat(request.sendUntilCutOff("y")).doesNotContain("HTTP/1.1");
    }
  }
}
