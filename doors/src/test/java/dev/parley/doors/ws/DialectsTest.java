package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.doors.Configs;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A second dialect on the same path needs nothing of the transport but to be in its list. */
class DialectsTest {
  private static final AgentId ADA = new AgentId("ada");

  private TestHub hub = TestHub.speaking(DoorConfig.DEFAULT, echo(Duration.ofMinutes(5)));

  @AfterEach
  void close() {
    hub.close();
  }

  private void restart(DoorConfig config, Duration silenceMax) {
    hub.close();
    hub = TestHub.speaking(config, echo(silenceMax));
  }

  private static List<DialectFactory> echo(Duration silenceMax) {
    return List.of(new EchoDialects(silenceMax));
  }

  private RawClient welcomed() {
    RawClient client = hub.raw();
    client.frame(true, RawClient.BINARY, "\u0001ada".getBytes(StandardCharsets.UTF_8));
    assertThat(client.read().payload()).containsExactly(EchoDialects.WELCOME);
    return client;
  }

  private static void echoes(RawClient client, String text) {
    client.frame(true, RawClient.BINARY, text.getBytes(StandardCharsets.UTF_8));
    RawClient.Frame answer = client.read();
    assertThat(answer.opcode()).isEqualTo(RawClient.BINARY);
    assertThat(answer.text()).isEqualTo(text);
  }

  @Test
  void theFirstFrameChoosesTheDialect() {
    RawClient binary = welcomed();
    RawClient json = hub.raw().authenticate(hub.ownerToken());

    echoes(binary, "as it came");
    json.text("{\"type\":\"ping\"}");
    assertThat(json.read().json().path("type").asString("")).isEqualTo("pong");
  }

  @Test
  void aFirstFrameThatNoDialectKnowsIsRefused() {
    RawClient client = hub.raw();
    client.frame(true, RawClient.BINARY, new byte[] {99});

    assertThat(client.closeCode()).isEqualTo(1003);
  }

  @Test
  void manyFramesAreAnsweredInTheirOrder() {
    RawClient client = welcomed();
    for (int i = 0; i < 1_000; i++) {
      client.frame(true, RawClient.BINARY, String.valueOf(i).getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(client.read().text()).isEqualTo(String.valueOf(i));
    }
  }

  @Test
  void nothingIsSentBeforeTheFirstFrameAndNoPingAfterItWhereTheDialectWantsNone() {
    restart(Configs.idle(Duration.ofMillis(40)), Duration.ofMinutes(5));
    RawClient silent = hub.raw();
    RawClient binary = welcomed();
    RawClient json = hub.raw().authenticate(hub.ownerToken());

    for (int pings = 0; pings < 3; pings++) {
      assertThat(json.read().opcode()).isEqualTo(RawClient.PING);
      json.frame(true, RawClient.PONG, new byte[0]);
    }

    echoes(binary, "the next frame is no ping");
    silent.text("{\"type\":\"auth\",\"token\":\"" + hub.ownerToken() + "\"}");
    assertThat(silent.read().json().path("type").asString("")).isEqualTo("auth.ok");
  }

  @Test
  void whoeverTheTransportDoesNotPingIsCutOffWhenItIsSilentForTooLong() {
    restart(DoorConfig.DEFAULT, Duration.ofMillis(40));

    assertThat(welcomed().isCutOff()).isTrue();
  }

  @Test
  void theDialectSaysInItsOwnWordsThatATokenIsGone() {
    RawClient ada = welcomed();

    hub.webSockets().closeConnectionsOf(ADA);

    assertThat(ada.read().payload()).containsExactly(EchoDialects.AUTH_FAIL);
    assertThat(ada.read().closeCode()).isEqualTo(EchoDialects.AUTH_FAILED);
  }

  @Test
  void whoeverHasAuthenticatedInAnyDialectIsNoStranger() {
    welcomed();

    await().until(() -> hub.webSockets().strangers() == 0);
    assertThat(hub.webSockets().connections()).isEqualTo(1);
  }
}
