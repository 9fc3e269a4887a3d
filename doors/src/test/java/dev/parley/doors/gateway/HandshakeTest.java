package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Door;
import dev.parley.doors.Configs;
import dev.parley.doors.RawClient;
import dev.parley.doors.http.DoorConfig;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.testkit.gateway.FrameVector;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 1, 5 and 14 (2, 3, 13, 14) of the protocol. */
class HandshakeTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "");

  private GatewayHub hub = new GatewayHub();

  @AfterEach
  void close() {
    hub.close();
  }

  private static String reason(GatewayClient client) {
    GatewayClient.Heard fail = client.read();
    assertThat(fail.type()).isEqualTo(FrameType.AUTH_FAIL);
    assertThat(fail.flags()).isZero();
    assertThat(fail.json().path("ok").asBoolean(true)).isFalse();
    assertThat(client.closeCode()).isEqualTo(4003);
    return fail.text("reason");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ws", "/"})
  void upgradesOnBothPathsAndPortsWithoutExtensionOrSubprotocol(String path) {
    for (int port : new int[] {hub.port(), hub.agentPort()}) {
      GatewayClient client = hub.kept(GatewayClient.connect(port, path));
      String head = client.socket().head().toLowerCase(java.util.Locale.ROOT);
      assertThat(head)
          .startsWith("http/1.1 101 ")
          .containsOnlyOnce("connection: upgrade\r\n")
          .doesNotContain("sec-websocket-protocol", "sec-websocket-extensions");
      client.connect(A, hub.ownerToken());
    }
  }

  @Test
  void nothingIsSentBeforeConnect() throws IOException {
    GatewayClient client = hub.stranger();
    client.socket().socket().setSoTimeout(300);
    try {
      int first = client.socket().socket().getInputStream().read();
      assertThat(first).as("nothing may come").isEqualTo(-2);
    } catch (SocketTimeoutException silence) {
      client.socket().socket().setSoTimeout(20_000);
    }
    client.connect(A, hub.ownerToken());
  }

  @Test
  void aGoodTokenIsAnsweredAndAnUnknownBotIsRegistered() {
    GatewayClient client = hub.stranger();
    client.say(FrameType.CONNECT, "{'botId':'" + A + "','token':'" + hub.ownerToken() + "'}");

    GatewayClient.Heard ok = client.read();

    assertThat(ok.type()).isEqualTo(FrameType.AUTH_OK);
    assertThat(ok.flags()).isZero();
    assertThat(ok.json().path("ok").asBoolean(false)).isTrue();
    assertThat(ok.text("botId")).isEqualTo(A.toString());
    assertThat(ok.json().has("token")).isFalse();
    assertThat(hub.broker.participants().agent(new AgentId(A.toString()))).isPresent();
    assertThat(hub.broker.presence().isOnline(new AgentId(A.toString()))).isTrue();
  }

  @Test
  void aBotsOwnTokenIsItsAndNobodyElses() {
    String token = hub.bot(A);
    hub.bot(B);
    hub.stranger().connect(A, token);

    GatewayClient other = hub.stranger();
    other.say(FrameType.CONNECT, "{'botId':'" + B + "','token':'" + token + "'}");
    assertThat(reason(other)).isEqualTo("401 bot belongs to another owner");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'botId':'7c9e6679-7425-40de-944b-e07fc1f90ae7','token':'aaa.bbb.ccc'}",
        "{'botId':'7c9e6679-7425-40de-944b-e07fc1f90ae7'}",
        "{}",
        "nonsense",
        ""
      })
  void aBadTokenIsRefusedInAFrame(String connect) {
    GatewayClient client = hub.stranger();
    client.say(FrameType.CONNECT, connect);

    assertThat(reason(client)).isEqualTo("401 invalid token");
    assertThat(hub.broker.participants().agent(new AgentId(A.toString()))).isEmpty();
  }

  @Test
  void aBotIdIsAUuidAndNotOneOfThoseThatFollowFromNames() {
    GatewayClient client = hub.stranger();
    client.say(FrameType.CONNECT, "{'botId':'ada','token':'" + hub.ownerToken() + "'}");
    assertThat(reason(client)).isEqualTo("401 invalid bot id");

    UUID derived = hub.loops.botIds().of(new AgentId("nobody-yet"));
    GatewayClient other = hub.stranger();
    other.say(FrameType.CONNECT, "{'botId':'" + derived + "','token':'" + hub.ownerToken() + "'}");
    assertThat(reason(other)).isEqualTo("401 invalid bot id");
  }

  @Test
  void whoDoesNotBeginWithConnectIsRefused() {
    GatewayClient client = hub.stranger();
    client.send(A, "dm", "hello");
    assertThat(reason(client)).isEqualTo("401 expected CONNECT");

    GatewayClient garbage = hub.stranger();
    garbage.socket().frame(true, RawClient.BINARY, new byte[] {1, 2, 3});
    assertThat(reason(garbage)).isEqualTo("401 expected CONNECT");
  }

  @Test
  void aPayloadThatClaimsTooMuchEndsTheConnection() {
    GatewayClient client = hub.connect(A);
    byte[] frame = FrameVector.named("V7").bytes().clone();
    frame[5] = (byte) 0x80;
    frame[6] = 1;
    client.socket().frame(true, RawClient.BINARY, frame);

    assertThat(client.closeCode()).isEqualTo(1009);
  }

  @Test
  void aSecondConnectIsIgnoredAndSoIsWhatNobodyKnows() {
    GatewayClient client = hub.connect(A);
    client.say(FrameType.CONNECT, "{'botId':'" + B + "','token':'wrong'}");
    client.socket().frame(true, RawClient.BINARY, new byte[] {1, 2, 3});
    client.socket().frame(true, RawClient.TEXT, "{}".getBytes(UTF_8));
    client.socket().frame(true, RawClient.BINARY, FrameVector.named("V12").bytes());

    client.everythingUntilNow(A);
  }

  @Test
  void aNewConnectionOfTheSameBotTakesThePlaceOfTheOldOne() {
    GatewayClient old = hub.connect(A);
    GatewayClient fresh = hub.connect(A);

    assertThat(old.closeCode()).isEqualTo(4001);
    fresh.everythingUntilNow(A);
    await().until(() -> hub.sockets.connections() == 1);
    assertThat(hub.broker.presence().isOnline(new AgentId(A.toString()))).isTrue();
  }

  @Test
  void anOwnerMayHaveSeveralConnections() {
    GatewayClient one = hub.stranger().connectAsOwner(hub.ownerToken());
    GatewayClient two = hub.stranger().connectAsOwner(hub.ownerToken());
    hub.connect(A);

    assertThat(one.next(FrameType.JOIN_CONVERSATION).text("peerId")).isEqualTo(A.toString());
    assertThat(two.next(FrameType.JOIN_CONVERSATION).text("peer_id")).isEqualTo(A.toString());
  }

  @Test
  void aTokenThatIsWithdrawnEndsTheConnection() {
    GatewayClient client = hub.stranger().connect(A, hub.bot(A));

    GatewayHub.get(hub.identity.accounts().revoke(OWNER, new AgentId(A.toString())));

    assertThat(client.next(FrameType.AUTH_FAIL).text("reason")).isEqualTo("401 invalid token");
    assertThat(client.closeCode()).isEqualTo(4003);
  }

  @Test
  void whoSaysNothingInTimeIsTurnedAwayWhereTheGatewayIsExpected() {
    hub.close();
    DoorConfig hasty =
        DoorConfig.DEFAULT.withPatience(
            new DoorConfig.Patience(
                Duration.ofMillis(40),
                DoorConfig.Patience.DEFAULT.idle(),
                DoorConfig.Patience.DEFAULT.stalled(),
                DoorConfig.Patience.DEFAULT.request(),
                DoorConfig.Patience.DEFAULT.stop()));
    hub = new GatewayHub(GatewayLimits.DEFAULT, hasty);

    assertThat(hub.kept(GatewayClient.connect(hub.port(), "/")).closeCode()).isEqualTo(4003);
  }

  @Test
  void aDeadClientIsCutOffAndNobodyIsPinged() {
    hub.close();
    GatewayLimits d = GatewayLimits.DEFAULT;
    hub =
        new GatewayHub(
            new GatewayLimits(
                d.waitingFramesMax(),
                d.slowMax(),
                d.floodPerSecond(),
                d.floodSeconds(),
                d.backlogHold(),
                d.backlogMax(),
                Duration.ofMillis(100)),
            Configs.idle(Duration.ofMillis(40)));
    GatewayClient client = hub.connect(A);

    assertThat(client.read().type()).isEqualTo(FrameType.JOIN_CONVERSATION);
    assertThat(client.socket().isCutOff()).isTrue();
  }

  @Test
  void aClientIsDeadAfterAMinuteWithoutAWord() {
    assertThat(GatewayLimits.DEFAULT.silenceMax()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void pingsAreAnswered() {
    GatewayClient client = hub.connect(A);
    client.read();
    client.socket().frame(true, RawClient.PING, new byte[0]);

    assertThat(client.socket().read().opcode()).isEqualTo(RawClient.PONG);
  }

  @Test
  void goodbyeIsANormalEnd() {
    GatewayClient client = hub.connect(A);
    client.frame(Frame.of(FrameType.CLOSE, new byte[0]));

    assertThat(client.closeCode()).isEqualTo(1000);
  }
}
