package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Configs;
import dev.parley.doors.Json;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Too much, too slow, too silent. */
@Timeout(120)
class PressureTest {
  private static final int MESSAGES = 500;
  private static final int MESSAGE_BYTES = 100_000;

  private static long waitingBytes(TestHub hub) {
    long sum = 0;
    for (Loop loop : hub.webSockets().loops()) {
      sum +=
          CompletableFuture.supplyAsync(
                  () -> loop.connections().stream().mapToLong(Connection::waitingBytes).sum(),
                  loop.executor())
              .orTimeout(10, TimeUnit.SECONDS)
              .join();
    }
    return sum;
  }

  @Test
  void aReaderThatDoesNotReadHarmsNobodyAndMissesNothing() {
    try (TestHub hub = TestHub.start()) {
      hub.agents("a");
      TestClient sender = hub.owner();
      TestClient brisk = hub.owner();
      brisk.ok("{'type':'msg.listen','agentId':'a'}");
      RawClient slow = hub.raw().authenticate(hub.ownerToken());
      slow.text(Json.text("{'type':'msg.listen','agentId':'a'}"));
      assertThat(slow.read().json().path("type").asString("")).isEqualTo("msg.listen.ok");

      String content = "x".repeat(MESSAGE_BYTES);
      long mostWaiting = 0;
      for (int i = 0; i < MESSAGES; i++) {
        sender.ok(
            "{'type':'msg.send','to':'a','echo':false,'command':'c"
                + i
                + "','content':'"
                + content
                + "'}");
        assertThat(brisk.push().at("/message/command").asString("")).isEqualTo("c" + i);
        if (i % 50 == 0) {
          mostWaiting = Math.max(mostWaiting, waitingBytes(hub));
        }
      }
      int bytesMax = DoorConfig.Limits.DEFAULT.outgoingBytesMax();
      assertThat(mostWaiting).isLessThan(bytesMax + 4L * MESSAGE_BYTES);

      boolean lagged = false;
      int next = 0;
      while (next < MESSAGES) {
        JsonNode frame = slow.read().json();
        switch (frame.path("type").asString("")) {
          case "msg.push" ->
              assertThat(frame.at("/message/command").asString("")).isEqualTo("c" + next++);
          case "msg.lagging" -> lagged = true;
          default -> assertThat(frame.path("type").asString("")).isEqualTo("msg.caught_up");
        }
      }
      assertThat(lagged).isTrue();
      Awaitility.await().untilAsserted(() -> assertThat(waitingBytes(hub)).isZero());

      sender.ok("{'type':'msg.send','to':'a','command':'live again'}");
      JsonNode last = slow.read().json();
      while (!last.path("type").asString("").equals("msg.push")) {
        assertThat(last.path("type").asString("")).isEqualTo("msg.caught_up");
        last = slow.read().json();
      }
      assertThat(last.at("/message/command").asString("")).isEqualTo("live again");
    }
  }

  @Test
  void aSocketThatTakesNothingForLongIsCutOff() {
    try (TestHub hub = TestHub.start(Configs.stalled(Duration.ofMillis(300)))) {
      hub.agents("a");
      TestClient sender = hub.owner();
      RawClient stuck = hub.raw().authenticate(hub.ownerToken());
      stuck.text(Json.text("{'type':'msg.listen','agentId':'a'}"));
      stuck.read();
      String content = "x".repeat(900_000);
      for (int i = 0; i < 12; i++) {
        sender.ok("{'type':'msg.send','to':'a','echo':false,'content':'" + content + "'}");
      }
      Awaitility.await()
          .untilAsserted(() -> assertThat(hub.webSockets().connections()).isEqualTo(1));
      sender.ok("{'type':'ping'}");
    }
  }

  @Test
  void anIdleConnectionIsPingedAndDroppedAfterTwoUnanswered() {
    try (TestHub hub = TestHub.start(Configs.idle(Duration.ofMillis(100)))) {
      RawClient silent = hub.raw().authenticate(hub.ownerToken());
      assertThat(silent.read().opcode()).isEqualTo(RawClient.PING);
      assertThat(silent.read().opcode()).isEqualTo(RawClient.PING);
      assertThat(silent.isCutOff()).isTrue();
      Awaitility.await().untilAsserted(() -> assertThat(hub.webSockets().connections()).isZero());
    }
  }

  @Test
  void anIdleConnectionThatAnswersPingsStays() {
    try (TestHub hub = TestHub.start(Configs.idle(Duration.ofMillis(400)))) {
      RawClient quiet = hub.raw().authenticate(hub.ownerToken());
      // The third ping comes only because the two before it were answered.
      for (int i = 0; i < 3; i++) {
        assertThat(quiet.read().opcode()).isEqualTo(RawClient.PING);
        quiet.frame(true, RawClient.PONG, new byte[0]);
      }
      assertThat(hub.webSockets().connections()).isEqualTo(1);
    }
  }

  @Test
  void noMoreRequestsAreTakenThanMayBeUnanswered() {
    try (TestHub hub = TestHub.start(Configs.unanswered(10, 1 << 20))) {
      hub.agents("a", "b");
      RawClient eager = hub.raw().authenticate(hub.ownerToken());
      byte[] request =
          RawClient.frameBytes(
              true,
              RawClient.TEXT,
              Json.text("{'type':'msg.request','from':'a','to':'b','timeoutMs':150}")
                  .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      byte[] many = new byte[request.length * 35];
      for (int i = 0; i < many.length; i++) {
        many[i] = request[i % request.length];
      }
      eager.bytes(many);
      for (int answered = 0; answered < 35; answered++) {
        assertThat(hub.broker().stats().get("requestsWaiting")).isLessThanOrEqualTo(10);
        assertThat(eager.read().json().path("code").asString("")).isEqualTo("timeout");
      }
    }
  }

  @Test
  void requestsInWorkAreBoundedInBytesAsWell() {
    try (TestHub hub = TestHub.start(Configs.unanswered(1_000, 200_000))) {
      hub.agents("a", "b");
      RawClient eager = hub.raw().authenticate(hub.ownerToken());
      String request =
          Json.text(
              "{'type':'msg.request','from':'a','to':'b','timeoutMs':150,'content':'"
                  + "x".repeat(60_000)
                  + "'}");
      Thread.ofVirtual()
          .start(
              () -> {
                for (int i = 0; i < 20; i++) {
                  eager.text(request);
                }
              });
      for (int answered = 0; answered < 20; answered++) {
        assertThat(hub.broker().stats().get("requestsWaiting")).isLessThanOrEqualTo(4);
        assertThat(eager.read().json().path("code").asString("")).isEqualTo("timeout");
      }
    }
  }

  @Test
  void whoSendsPingsAndNeverReadsIsNotReadFromForEver() {
    try (TestHub hub = TestHub.start(Configs.stalled(Duration.ofMillis(500)))) {
      RawClient rude = hub.raw().authenticate(hub.ownerToken());
      byte[] ping = RawClient.frameBytes(true, RawClient.PING, new byte[125]);
      byte[] many = new byte[ping.length * 1_000];
      for (int i = 0; i < many.length; i++) {
        many[i] = ping[i % ping.length];
      }
      // Written until nothing goes in any more and the hub hangs up.
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  rude.bytes(many);
                }
              })
          .isInstanceOf(java.io.UncheckedIOException.class);
      hub.owner().ok("{'type':'ping'}");
    }
  }

  @Test
  void afterAHundredBadFramesTheConnectionIsClosed4429() {
    try (TestHub hub = TestHub.start()) {
      TestClient bystander = hub.owner();
      RawClient noisy = hub.raw().authenticate(hub.ownerToken());
      for (int i = 0; i < 100; i++) {
        noisy.text("nonsense");
        assertThat(noisy.read().json().path("code").asString("")).isEqualTo("bad_json");
      }
      noisy.text("nonsense");
      assertThat(noisy.read().json().path("code").asString("")).isEqualTo("bad_json");
      assertThat(noisy.read().json().path("code").asString("")).isEqualTo("overloaded");
      assertThat(noisy.closeCode()).isEqualTo(4429);
      bystander.ok("{'type':'ping'}");
    }
  }

  @Test
  void aStopAnswersWhatIsOpenThenSaysGoodbye1001() {
    TestHub hub = TestHub.start();
    hub.agents("a", "b");
    TestClient waiting = hub.owner();
    TestClient idle = hub.owner();
    waiting.send("{'type':'msg.request','from':'a','to':'b','timeoutMs':300,'requestId':1}");
    Awaitility.await().until(() -> hub.broker().stats().get("requestsWaiting") == 1);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(hub.http()::close);
    assertThat(idle.answer().path("code").asString("")).isEqualTo("shutting_down");
    assertThat(idle.closeCode()).isEqualTo(1001);
    assertThat(waiting.answer().path("code").asString("")).isEqualTo("timeout");
    assertThat(waiting.answer().path("code").asString("")).isEqualTo("shutting_down");
    assertThat(waiting.closeCode()).isEqualTo(1001);
    stopped.orTimeout(20, TimeUnit.SECONDS).join();
    hub.close();
  }

  @Test
  void aStopDoesNotWaitForThoseWhoNeverLeave() {
    TestHub hub = TestHub.start(Configs.stop(Duration.ofMillis(300)));
    RawClient stubborn = hub.raw().authenticate(hub.ownerToken());
    hub.http().close();
    assertThat(stubborn.closeCode()).isEqualTo(1001);
    assertThat(stubborn.isCutOff()).isTrue();
    hub.close();
  }
}
