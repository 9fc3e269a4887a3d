package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is shown by default, and the names and shapes that older clients know. */
class ProfilesTest {
  /** As the tokenizers of models cut text before they look for longer tokens. */
  private static final Pattern PIECES =
      Pattern.compile(" ?\\p{L}{1,8}| ?\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]{1,3}|\\s+");

  private TestHub hub;
  private String adasToken;
  private String bensToken;
  private final List<McpClient> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    hub = TestHub.start();
    adasToken = hub.agent("ada");
    bensToken = hub.agent("ben");
  }

  private McpClient connect(String token, String profile) {
    McpClient client = McpClient.at(hub.port(), "/mcp" + profile).token(token).initialize();
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() {
    clients.forEach(McpClient::close);
    hub.close();
  }

  private static JsonNode tools(McpClient client) {
    return client.call("tools/list", "{}").result().path("tools");
  }

  @Test
  void byDefaultAModelSeesTenToolsInTwelveHundredTokens() {
    JsonNode tools = tools(connect(adasToken, ""));

    assertThat(tools.valueStream().map(tool -> tool.path("name").asString()))
        .containsExactly(
            "send_message",
            "reply",
            "ask",
            "get_messages",
            "get_message",
            "mark_messages_read",
            "wait_for_messages",
            "get_thread",
            "search_messages",
            "discover_agents");
    Map<String, Long> counts = new LinkedHashMap<>();
    for (JsonNode tool : tools) {
      String shown =
          tool.path("name").asString()
              + tool.path("description").asString()
              + tool.path("inputSchema");
      counts.put(tool.path("name").asString(), PIECES.matcher(shown).results().count());
    }
    assertThat(counts.values().stream().mapToLong(Long::longValue).sum())
        .as("%s", counts)
        .isLessThanOrEqualTo(1_200);
  }

  @Test
  void hintsSayWhatOnlyLooksAndWhatMayBeRepeated() {
    for (JsonNode tool : tools(connect(adasToken, "?profile=all"))) {
      String name = tool.path("name").asString();
      JsonNode hints = tool.path("annotations");
      boolean looks =
          List.of(
                  "get_thread",
                  "search_messages",
                  "discover_agents",
                  "read_attachment",
                  "list_tasks",
                  "get_task",
                  "list_approvals",
                  "get_approval")
              .contains(name);
      boolean repeatable =
          looks
              || List.of("mark_messages_read", "update_my_status", "get_message", "cancel_task")
                  .contains(name);
      assertThat(hints.path("readOnlyHint").asBoolean()).as(name).isEqualTo(looks);
      assertThat(hints.path("idempotentHint").asBoolean()).as(name).isEqualTo(repeatable);
    }
  }

  @Test
  void aCrowdGetsItsMessagesAsItKnowsThem() {
    McpClient ada = connect(adasToken, "?profile=crowd");
    McpClient ben = connect(bensToken, "?profile=crowd");
    ada.tool("send_message", "{'to':'ben','content':'low','priority':'low'}");
    ada.tool("send_message", "{'to':'broadcast','content':'for all'}");
    ada.tool("send_message", "{'to':'ben','content':'high','priority':'high'}");
    ada.tool("send_message", "{'to':'ben','content':'normal'}");

    JsonNode got = ben.tool("get_messages", "{'limit':5.0}").path("messages");
    assertThat(got.valueStream().map(m -> m.path("content").asString()))
        .containsExactly("high", "for all", "normal", "low");
    assertThat(got.path(1).path("to").asString()).isEqualTo("broadcast");
    assertThat(got.path(0).path("read").asBoolean()).isFalse();

    JsonNode mine = ben.tool("get_my_messages", "{'unreadOnly':true}");
    assertThat(mine.path("messages").path(0).path("read").asBoolean()).isTrue();
    assertThat(mine.path("unreadCount").asInt()).isZero();
    assertThat(ben.tool("get_my_messages", "{'unreadOnly':true}").path("count").asInt()).isZero();
    assertThat(ada.tool("discover_agents", "{}").at("/agents/0/startTime").asLong()).isPositive();
    JsonNode failure = Json.parse(ada.failure("send_message", "{'to':'nobody','content':'x'}"));
    assertThat(failure.get("success").asBoolean()).isFalse();
    assertThat(failure.path("error").asString()).startsWith("not_found: there is no agent");
  }

  @Test
  void botsGetTheirMessagesAsTheyKnowThem() {
    McpClient ada = connect(adasToken, "?profile=bot");
    McpClient ben = connect(bensToken, "?profile=bot");
    JsonNode sent =
        ada.tool("send_bot_message", "{'bot':'ben','message':'hi','metadata':{'task':'t1'}}");
    assertThat(sent.path("status").asString()).isEqualTo("sent");

    JsonNode message = ben.tool("read_bot_messages", "{}").at("/messages/0");

    assertThat(Instant.parse(message.path("timestamp").asString())).isAfter(Instant.EPOCH);
    assertThat(message.get("replyTo").isNull()).isTrue();
    assertThat(message.at("/metadata/task").asString()).isEqualTo("t1");
    assertThat(Json.parse(ben.failure("send_bot_message", "{'bot':'ada'}")).path("success"))
        .isEqualTo(Json.parse("false"));
  }

  @Test
  void whoIAmWhichGroupsThereAreAndWhoElseIsToldWithTheNoticeFirst() {
    McpClient ada = connect(adasToken, "");
    hub.owner().ok("{'type':'group.put','name':'reviewers','members':['ada','ben']}");

    JsonNode found = ada.tool("discover_agents", "{}");

    assertThat(found.path("you").asString()).isEqualTo("ada");
    assertThat(found.path("groups").toString())
        .isEqualTo("[{\"to\":\"group/reviewers\",\"members\":2}]");
    List<String> names = List.copyOf(found.propertyNames());
    assertThat(names.indexOf("notice")).isLessThan(names.indexOf("agents"));
    connect(bensToken, "").tool("send_message", "{'to':'ada','content':'x'}");
    List<String> got = List.copyOf(ada.tool("get_messages", "{}").propertyNames());
    assertThat(got.indexOf("notice")).isBetween(0, got.indexOf("messages"));
  }

  @Test
  void aSenderSeesHowFarItsMessageHasComeAndNobodyElseDoes() {
    McpClient ada = connect(adasToken, "");
    McpClient ben = connect(bensToken, "");
    String id = ada.tool("send_message", "{'to':'ben','content':'x'}").path("messageId").asString();
    String about = "{'messageId':'" + id + "'}";

    assertThat(ada.tool("get_message", about).at("/delivery/0/status").asString())
        .isEqualTo("accepted");
    ben.tool("get_messages", "{'markAsRead':true}");
    assertThat(ben.tool("get_message", about).has("delivery")).isFalse();
    JsonNode delivery = ada.tool("get_message", about).at("/delivery/0");
    assertThat(delivery.path("agent").asString()).isEqualTo("ben");
    assertThat(delivery.path("status").asString()).isEqualTo("read");
  }

  @Test
  void aMessageSentTwiceWithOneKeyIsOneAndOneMayExpire() {
    McpClient ada = connect(adasToken, "");
    McpClient ben = connect(bensToken, "");
    String send = "{'to':'ben','content':'x','idempotencyKey':'k1'}";
    String id = ada.tool("send_message", send).path("messageId").asString();

    JsonNode again = ada.tool("send_message", send);
    ada.tool("send_message", "{'to':'ben','content':'y','ttlMs':60000}");

    assertThat(again.path("messageId").asString()).isEqualTo(id);
    assertThat(again.path("duplicate").asBoolean()).isTrue();
    JsonNode got = ben.tool("get_messages", "{}").path("messages");
    assertThat(got).hasSize(2);
    assertThat(got.path(1).path("expiresAt").asLong()).isPositive();
    assertThat(ada.failure("send_message", "{'to':'ben','content':'y','ttlMs':0}"))
        .contains("ttlMs");
  }

  @Test
  void aReplyToOnesOwnMessageGoesToTheOthers() {
    McpClient ada = connect(adasToken, "");
    McpClient ben = connect(bensToken, "");
    String id =
        ada.tool("send_message", "{'to':'ben','content':'one'}").path("messageId").asString();

    JsonNode sent = ada.tool("reply", "{'messageId':'" + id + "','content':'and two'}");

    assertThat(sent.path("to").asString()).isEqualTo("ben");
    assertThat(ben.tool("get_messages", "{}").path("count").asInt()).isEqualTo(2);
    assertThat(ada.tool("get_messages", "{}").path("count").asInt()).isZero();
  }
}
