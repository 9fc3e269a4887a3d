package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.ConfigSources;
import dev.parley.testkit.door.Letter;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A client in another language, written from the protocol's description, against a whole hub. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class GoGatewayClientTest {
  private HubUnderTest hub;
  private final List<GoGatewayClient> clients = new ArrayList<>();

  /** New for every test. */
  private String a = "";

  private String b = "";

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    GoGatewayClient.build();
    hub = HubUnderTest.start(folder);
  }

  @AfterEach
  void closeClients() throws Exception {
    List<GoGatewayClient> all = List.copyOf(clients);
    clients.clear();
    for (GoGatewayClient client : all) {
      client.close();
    }
  }

  @AfterAll
  void stop() {
    if (hub != null) {
      hub.close();
    }
  }

  private GoGatewayClient client(String bot, String... more) {
    GoGatewayClient client =
        GoGatewayClient.start(hub.ownerSocket().toString(), bot, hub.ownerToken(), more);
    clients.add(client);
    return client;
  }

  private GoGatewayClient connected(String bot) {
    GoGatewayClient client = client(bot);
    client.connect();
    client.everythingUntilNow(bot);
    return client;
  }

  private void twoBots() {
    a = UUID.randomUUID().toString();
    b = UUID.randomUUID().toString();
  }

  private static Map<String, Object> send(String to, String text) {
    return Map.of(
        "do", "send", "conversation", to, "stream", "dm", "content", Map.of("text", text));
  }

  private static boolean isStep(JsonNode step, String name) {
    return step.path("step").asString().equals(name);
  }

  private static String text(JsonNode delivery) {
    return delivery.path("content").path("text").asString();
  }

  private static List<String> texts(GoGatewayClient client, int count) {
    return IntStream.range(0, count).mapToObj(_ -> text(client.delivery())).toList();
  }

  @Test
  void aClientIsLetInAfterSilenceInBothSpellings() {
    twoBots();
    GoGatewayClient camel = client(a).tell("connect");
    assertThat(camel.next().path("step").asString()).isEqualTo("silence");
    JsonNode camelOk = camel.next();
    assertThat(camelOk.path("step").asString()).isEqualTo("auth_ok");
    assertThat(camelOk.path("botId").asString()).isEqualTo(a);
    assertThat(camelOk.path("ok").asBoolean()).isTrue();
    JsonNode owner = camel.next("join");
    assertThat(owner.path("peerType").asString()).isEqualTo("person");

    JsonNode snakeOk = client(b, "-snake").connect();
    assertThat(snakeOk.path("bot_id").asString()).isEqualTo(b);
    assertThat(snakeOk.has("botId")).isFalse();
  }

  @Test
  void aWrongTokenIsRefusedInAFrameAndEndsTheAttempts() {
    twoBots();
    GoGatewayClient client = client(a);
    client.tell(Map.of("do", "connect", "token", "wrong"));
    JsonNode refused = client.next("auth_fail");
    assertThat(refused.path("reason").asString()).startsWith("401 ");
    assertThat(client.next("closed").path("code").asInt()).isEqualTo(4003);

    client.tell(Map.of("do", "reconnect", "attempts", 5)).tell("nothing that it knows");

    JsonNode attempt = client.next("attempt");
    assertThat(attempt.path("k").asInt()).isZero();
    assertThat(attempt.path("error").asString()).startsWith("auth failed: 401 ");
    for (JsonNode step = client.next(); !isStep(step, "failed"); step = client.next()) {
      assertThat(isStep(step, "attempt")).isFalse();
    }
  }

  @Test
  void joinsAreAnsweredInTheirOrderAlsoWhenOneIsRefused() {
    twoBots();
    GoGatewayClient client = connected(a);
    for (String stream : List.of("dm", "installs", "chat")) {
      client.tell(Map.of("do", "join", "bot", a, "stream", stream));
    }
    client.tell(Map.of("do", "join", "bot", UUID.randomUUID().toString(), "stream", "unknown"));
    client.tell(Map.of("do", "join", "bot", a, "stream", "voice"));

    List<JsonNode> answers = client.everythingUntilNow(a);

    assertThat(answers)
        .extracting(each -> each.path("stream").asString(""))
        .containsExactly("dm", "installs", "chat", "unknown", "voice");
    assertThat(answers)
        .noneMatch(each -> each.has("peerId") || each.has("channelId"))
        .allMatch(
            each ->
                each.path("conversationId").asString().isEmpty()
                    == each.path("stream").asString().equals("unknown"));
  }

  @Test
  void twoClientsTalkAndNobodyHearsItself() {
    twoBots();
    GoGatewayClient first = connected(a);
    GoGatewayClient second = connected(b);
    String id = UUID.randomUUID().toString();

    first.tell(
        Map.of(
            "do",
            "send",
            "conversation",
            b,
            "stream",
            "dm",
            "content",
            Map.of("text", "hello", "big", 12345678901234567L),
            "id",
            id));

    JsonNode told = second.next("join");
    assertThat(told.path("peerId").asString()).isEqualTo(a);
    JsonNode heard = second.delivery();
    assertThat(heard.path("msgId").asString()).isEqualTo(id);
    assertThat(heard.path("convId").asString()).isEqualTo(told.path("conversationId").asString());
    assertThat(heard.path("seq").asInt()).isEqualTo(1);
    assertThat(heard.path("senderId").asString()).isEqualTo(a);
    assertThat(heard.path("flags").asInt()).isZero();
    assertThat(text(heard)).isEqualTo("hello");
    second.tell(send(heard.path("convId").asString(), "hello yourself"));
    JsonNode answer = first.delivery();
    assertThat(text(answer)).isEqualTo("hello yourself");
    assertThat(answer.path("seq").asInt()).isEqualTo(2);
    assertThat(first.everythingUntilNow(a)).isEmpty();
    assertThat(second.everythingUntilNow(b)).isEmpty();
  }

  @Test
  void aMessageOfAnotherDoorReachesTheClient() {
    twoBots();
    GoGatewayClient client = connected(a);

    String id = new JavaClientCalls(hub.house()).send(Letter.to(a).content("from elsewhere")).id();

    JsonNode heard = client.delivery();
    assertThat(text(heard)).isEqualTo("from elsewhere");
    assertThat(heard.path("msgId").asString()).isEqualTo(id);
    assertThat(heard.path("seq").asInt()).isZero();
  }

  @Test
  void membersOfAChannelAreToldOfItAndHearWhatIsSaid() {
    twoBots();
    GoGatewayClient first = connected(a);
    GoGatewayClient second = connected(b);
    try (HttpClient http = HttpClient.newHttpClient()) {
      RestCalls owner = new RestCalls(http, hub.port(), hub.ownerToken());
      owner.json("POST", "/api/loops", Map.of("name", "makers"));
      owner.json("PUT", "/api/loops/makers/members/" + a, Map.of());
      owner.json("PUT", "/api/loops/makers/members/" + b, Map.of());
    }

    JsonNode told = first.next("join");
    assertThat(told.path("channelName").asString()).isEqualTo("general");
    assertThat(second.next("join").path("channelId").asString())
        .isEqualTo(told.path("channelId").asString());
    first.tell(send(told.path("conversationId").asString(), "one"));
    first.tell(send(told.path("channelId").asString(), "two"));

    assertThat(texts(second, 2)).containsExactly("one", "two");
    assertThat(first.everythingUntilNow(a)).isEmpty();
  }

  @Test
  void whatWasNotAcknowledgedComesAgain() {
    twoBots();
    GoGatewayClient first = connected(a);
    GoGatewayClient second = connected(b);
    IntStream.rangeClosed(1, 3).forEach(i -> first.tell(send(b, "m" + i)));
    String conversation = second.delivery().path("convId").asString();
    assertThat(texts(second, 2)).containsExactly("m2", "m3");
    second.tell(Map.of("do", "ack", "conversation", conversation, "seq", 1));
    second.everythingUntilNow(b);
    // What is accepted now is written after the ACK.
    first.tell(send(b, "m4"));
    assertThat(texts(second, 1)).containsExactly("m4");
    second.tell("hangup").next("closed");

    second.connect();
    JsonNode replay = second.next("replay");

    assertThat(replay.path("fromSeq").asInt()).isEqualTo(2);
    assertThat(replay.path("messageCount").asInt()).isEqualTo(3);
    assertThat(texts(second, 3)).containsExactly("m2", "m3", "m4");
    second.tell(Map.of("do", "join", "conversation", conversation, "seq", 3));
    assertThat(texts(second, 1)).containsExactly("m4");
    second.tell(Map.of("do", "leave", "conversation", conversation));
    second.everythingUntilNow(b);
    first.tell(send(b, "m5")).tell("ping").next("pong");
    assertThat(second.everythingUntilNow(b)).isEmpty();
  }

  @Test
  void aSecondConnectionTakesThePlaceOfTheFirst() {
    twoBots();
    GoGatewayClient other = connected(a);
    GoGatewayClient old = connected(b);
    GoGatewayClient fresh = connected(b);

    assertThat(old.next("closed").path("code").asInt()).isEqualTo(4001);
    other.tell(send(b, "to the new one"));
    assertThat(texts(fresh, 1)).containsExactly("to the new one");
  }

  @Test
  void theLargestPayloadIsDeliveredAndALargerOneEndsTheConnection() {
    twoBots();
    GoGatewayClient first = connected(a);
    GoGatewayClient second = connected(b);

    first.tell(Map.of("do", "oversize", "conversation", b, "length", 1_024));
    assertThat(second.delivery().path("flags").asInt()).isZero();
    first.tell(Map.of("do", "oversize", "conversation", b, "length", 2_000));
    assertThat(second.delivery().path("flags").asInt()).isEqualTo(1);
    first.tell(Map.of("do", "oversize", "conversation", b, "length", 32_768));
    assertThat(second.delivery().path("seq").asInt()).isEqualTo(3);
    first.tell(Map.of("do", "oversize", "conversation", b, "length", 32_769));
    assertThat(first.next("closed").path("code").asInt()).isEqualTo(1009);

    assertThat(second.everythingUntilNow(b)).isEmpty();
  }

  @Test
  void pingsAreAnsweredAndAGoodbyeIsANormalEnd() {
    twoBots();
    GoGatewayClient client = connected(a);

    client.tell("ping").next("pong");
    client.tell("goodbye");

    assertThat(client.next("closed").path("code").asInt()).isEqualTo(1000);
  }

  @Test
  void aClientComesBackToAHubThatWasAway(@TempDir Path folder) throws Exception {
    twoBots();
    RunningHub before = hubOn(folder, 0);
    int port = before.port();
    String token = Files.readString(before.data().ownerToken()).strip();
    GoGatewayClient client = GoGatewayClient.start("ws://127.0.0.1:" + port, a, token);
    clients.add(client);
    client.connect();
    before.close();
    assertThat(client.next("closed").path("code").asInt()).isEqualTo(1001);

    client.tell(Map.of("do", "reconnect", "attempts", 10));
    List<JsonNode> attempts =
        new ArrayList<>(List.of(client.next("attempt"), client.next("attempt")));
    try (RunningHub after = hubOn(folder, port)) {
      assertThat(after.port()).isEqualTo(port);
      while (!attempts.getLast().path("ok").asBoolean()) {
        attempts.add(client.next("attempt"));
      }
      client.tell("ping").next("pong");
    }

    assertThat(attempts.getFirst().path("ok").asBoolean()).isFalse();
    assertThat(attempts)
        .allSatisfy(
            attempt -> {
              long delay = 100L << Math.min(attempt.path("k").asInt(), 9);
              assertThat(attempt.path("delayMillis").asLong())
                  .isBetween(delay * 3 / 4 - 1, delay * 5 / 4 + 1);
            });
  }

  private static RunningHub hubOn(Path folder, int port) throws Exception {
    return RunningHub.start(
        new ConfigSources()
            .read(folder, Map.of(), Map.of("port", Integer.toString(port), "agentPort", "0")));
  }
}
