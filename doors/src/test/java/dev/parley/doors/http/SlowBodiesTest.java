package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.SlowRequest;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig.Patience;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A body that comes a byte at a time is cut off at every door, however steadily it comes. */
class SlowBodiesTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  private static TestHub hasty() {
    Patience usual = Patience.DEFAULT;
    return TestHub.start(
        DoorConfig.DEFAULT.withPatience(
            new Patience(usual.authentication(), usual.idle(), SHORT, SHORT, usual.stop())));
  }

  @ParameterizedTest
  @CsvSource({
    "/api/messages,application/json",
    "/mcp,application/json",
    "/transfer/messages,application/jsonl"
  })
  void bytesThatKeepComingDoNotPutOffTheDeadline(String path, String type) {
    try (TestHub hub = hasty();
        SlowRequest request =
            SlowRequest.post(hub.port(), path, hub.ownerToken(), type, 1_000_000)) {
      while (!request.isAnswered()) {
        request.trySend(" ");
      }

      assertThat(request.status()).isEqualTo(504);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/messages,application/json",
    "/mcp,application/json",
    "/transfer/messages,application/jsonl",
    "/api/blobs,text/plain"
  })
  void aBodyThatStopsComingIsCutOff(String path, String type) {
    try (TestHub hub = hasty();
        SlowRequest request = SlowRequest.post(hub.port(), path, hub.ownerToken(), type, 100)) {
      request.send(" ");

      assertThat(request.status()).isEqualTo(504);
    }
  }
}
