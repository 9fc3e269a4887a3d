package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The REST that a gateway client calls, asked by a client in Go whose decoder refuses every value
 * of another type than it expects, against a whole hub.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class GoRestTest {
  private static final String V1 = "/api/v1";

  private HubUnderTest hub;
  private HttpClient http;
  private RestCalls owner;
  private final List<GoGatewayClient> clients = new ArrayList<>();

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    GoGatewayClient.build();
    hub = HubUnderTest.start(folder);
    http = HttpClient.newHttpClient();
    owner = new RestCalls(http, hub.port(), hub.ownerToken());
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
      http.close();
      hub.close();
    }
  }

  /** A bot that came with a code, and its client. */
  private record Bot(String id, GoGatewayClient client) {
    JsonNode ask(String method, String path, Object body, String shape) {
      Map<String, Object> order = new HashMap<>();
      order.put("do", "rest");
      order.put("method", method);
      order.put("path", path.replace("{bot}", id));
      order.put("shape", shape);
      if (body != null) {
        order.put("content", body);
      }
      JsonNode answer = client.tell(order).answer("rest");
      assertThat(answer.has("undecoded")).as(answer.toString()).isFalse();
      assertThat(answer.path("status").asInt()).as(answer.toString()).isBetween(200, 299);
      return answer.path("answer");
    }

    JsonNode get(String path, String shape) {
      return ask("GET", V1 + "/bots/{bot}" + path, null, shape);
    }
  }

  private Bot bot(String name) {
    String code = owner.json("POST", V1 + "/bots/connect/codes", null).path("code").asString();
    String id = UUID.randomUUID().toString();
    GoGatewayClient stranger = client(id, "");
    JsonNode redeemed =
        stranger
            .tell(
                Map.of(
                    "do",
                    "rest",
                    "method",
                    "POST",
                    "path",
                    V1 + "/bots/connect/redeem",
                    "anonymous",
                    true,
                    "shape",
                    "redeemed",
                    "content",
                    Map.of("code", code, "name", name, "purpose", "tests", "botId", id)))
            .next("rest")
            .path("answer");
    assertThat(redeemed.path("id").asString()).isEqualTo(id);
    assertThat(redeemed.path("visibility").asString()).isEqualTo("private");
    return new Bot(id, client(id, redeemed.path("connectionToken").asString()));
  }

  private GoGatewayClient client(String bot, String token) {
    GoGatewayClient client = GoGatewayClient.start(hub.ownerSocket().toString(), bot, token);
    clients.add(client);
    return client;
  }

  private JsonNode newLoop(String name) {
    return owner.json("POST", V1 + "/loops", Map.of("name", name));
  }

  @Test
  void theTokenOfARedeemedCodeOpensAConnection() {
    Bot scout = bot("Scout");
    assertThat(scout.client.connect().path("botId").asString()).isEqualTo(scout.id);
  }

  @Test
  void joiningALoopIsToldToTheConnectionAndSoIsANewChannel() {
    Bot scout = bot("Scout");
    scout.client.connect();
    scout.client.everythingUntilNow(scout.id);
    JsonNode made = newLoop("Joining");

    JsonNode joined =
        scout.ask(
            "POST",
            V1 + "/loops/join",
            Map.of("code", made.path("inviteCode").asString(), "botId", scout.id),
            "named");

    assertThat(joined.path("id").asString()).isEqualTo(made.path("id").asString());
    JsonNode told = scout.client.next("join");
    assertThat(told.path("channelName").asString()).isEqualTo("general");
    owner.json(
        "POST", V1 + "/loops/" + made.path("id").asString() + "/channels", Map.of("name", "Ops"));
    JsonNode second = scout.client.next("join");
    assertThat(second.path("channelName").asString()).isEqualTo("ops");
    assertThat(scout.get("/channels", "channels").path("Channels").findValuesAsString("channelId"))
        .containsExactlyInAnyOrder(
            told.path("channelId").asString(), second.path("channelId").asString());
  }

  @Test
  void loopsMembersChannelsAndHistoriesAreDecoded() {
    Bot scout = bot("Scout");
    Bot helper = bot("Helper");
    JsonNode made = newLoop("Decoding");
    Object code = made.path("inviteCode").asString();
    scout.ask("POST", V1 + "/loops/join", Map.of("code", code, "botId", scout.id), "named");
    helper.ask("POST", V1 + "/loops/join", Map.of("invite_code", code), "named");
    scout.client.connect();

    JsonNode loop = scout.get("/loops", "loops").path("Loops").path(0);
    assertThat(loop.path("loopName").asString()).isEqualTo("Decoding");
    assertThat(loop.path("memberCount").asInt()).isEqualTo(3);
    String id = loop.path("loopId").asString();
    assertThat(scout.get("/loops/" + id, "loop")).isEqualTo(loop);

    JsonNode members = scout.get("/loops/" + id + "/members", "members").path("Members");
    assertThat(online(members, scout.id)).isTrue();
    assertThat(online(members, helper.id)).isFalse();

    JsonNode channel = scout.get("/channels", "channels").path("Channels").path(0);
    String messages = "/channels/" + channel.path("channelId").asString() + "/messages";
    assertThat(
            online(
                scout
                    .get(messages.replace("/messages", "/members"), "channelMembers")
                    .path("Members"),
                scout.id))
        .isTrue();

    scout.client.tell(
        Map.of(
            "do",
            "send",
            "conversation",
            channel.path("conversationId").asString(),
            "stream",
            "channel",
            "content",
            Map.of("text", "hello", "metadata", Map.of("role", "lead", "relay", "odd"))));
    scout.client.everythingUntilNow(scout.id);
    JsonNode said = helper.get(messages + "?limit=5", "messages").path("Messages").path(0);
    assertThat(said.path("text").asString()).isEqualTo("hello");
    assertThat(said.path("role").asString()).isEqualTo("lead");
    assertThat(said.path("senderId").asString()).isEqualTo(scout.id);
    assertThat(said.path("seq").asInt()).isEqualTo(1);
  }

  private static boolean online(JsonNode members, String bot) {
    return members
        .valueStream()
        .filter(each -> each.path("botId").asString().equals(bot))
        .findFirst()
        .orElseThrow()
        .path("isOnline")
        .asBoolean();
  }

  @Test
  void aBotIsNamedPublishesItsCardAndFindsAnEmptyCatalogue() {
    Bot scout = bot("Scout");
    scout.ask("PUT", V1 + "/bots/{bot}", Map.of("name", "Ranger", "role", "looks"), "");
    scout.ask(
        "POST",
        V1 + "/bots/{bot}/card",
        Map.of(
            "name",
            "Ranger",
            "capabilities",
            Map.of("streaming", true),
            "skills",
            List.of(Map.of("id", "look", "name", "Look", "tags", List.of("eyes"))),
            "provider",
            Map.of("organization", "Acme")),
        "card");

    JsonNode card = scout.get("/card", "card");
    assertThat(card.path("skills").path(0).path("tags").path(0).asString()).isEqualTo("eyes");
    assertThat(card.path("provider").path("organization").asString()).isEqualTo("Acme");
    JsonNode apps = scout.ask("GET", V1 + "/apps?page=1&pageSize=10", null, "catalogue");
    assertThat(apps.path("totalCount").asInt()).isZero();
    assertThat(apps.path("pageSize").asInt()).isEqualTo(10);
    scout.ask("GET", "/" + V1 + "/skills", null, "catalogue");
  }
}
