package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Large messages are kept from models, who may read on. */
class PreviewTest {
  private static final String LONG = "ab".repeat(400_000);

  private TestHub hub;
  private McpClient ada;
  private McpClient ben;

  @BeforeEach
  void start() {
    hub = TestHub.start();
    ada = McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize();
    ben = McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ben")).initialize();
  }

  @AfterEach
  void stop() {
    ada.close();
    ben.close();
    hub.close();
  }

  private String send(String content) {
    return ada.tool("send_message", "{'to':'ben','content':'" + content + "'}")
        .path("messageId")
        .asString();
  }

  private JsonNode unread() {
    return ben.tool("get_messages", "{'unreadOnly':true}");
  }

  @Test
  void ofALongMessageTheBeginningIsShownAndALinkToAll() {
    String id = send(LONG);

    JsonNode result = ben.rawTool("get_messages", "{}");

    JsonNode shown = result.at("/structuredContent/messages/0");
    assertThat(shown.path("truncated").asBoolean()).isTrue();
    assertThat(shown.path("content").asString()).hasSize(4_000);
    assertThat(shown.path("contentLength").asInt()).isEqualTo(LONG.length());
    assertThat(result.toString().length()).isLessThan(20_000);
    assertThat(result.at("/content/1/type").asString()).isEqualTo("resource_link");
    assertThat(result.at("/content/1/uri").asString()).isEqualTo("parley://message/" + id);
    JsonNode read = ben.call("resources/read", "{'uri':'parley://message/" + id + "'}").result();
    assertThat(Json.parse(read.at("/contents/0/text").asString()).at("/message/content").asString())
        .isEqualTo(LONG);
    try (McpClient eve = McpClient.at(hub.port(), "/mcp").token(hub.agent("eve")).initialize()) {
      assertThat(
              eve.call("resources/read", "{'uri':'parley://message/" + id + "'}")
                  .error()
                  .path("code")
                  .asInt())
          .isEqualTo(-32002);
      assertThat(eve.failure("get_message", "{'messageId':'" + id + "'}")).startsWith("not_found");
    }
  }

  @Test
  void theRestIsReadInParts() {
    String id = send(LONG);
    StringBuilder whole = new StringBuilder();
    JsonNode part;
    int offset = 0;
    do {
      part =
          ben.tool(
              "get_message",
              "{'messageId':'" + id + "','offset':" + offset + ",'markAsRead':true}");
      whole.append(part.path("text").asString());
      assertThat(unread().path("unreadCount").asInt()).isEqualTo(part.has("nextOffset") ? 1 : 0);
      offset = part.path("nextOffset").asInt(0);
    } while (part.has("nextOffset"));
    assertThat(whole.toString()).isEqualTo(LONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get_messages|{'markAsRead':true}",
        "get_my_messages|{}",
        "wait_for_messages|{'seconds':5,'markAsRead':true}",
        "read_bot_messages|{}"
      })
  void onlyWhatIsShownWholeIsMarkedRead(String call) {
    send(LONG);
    send("short");

    JsonNode got = ben.tool(call.split("\\|")[0], call.split("\\|")[1]);

    assertThat(got.path("messages")).hasSize(2);
    assertThat(unread().path("messages")).hasSize(1);
    assertThat(unread().at("/messages/0/truncated").asBoolean()).isTrue();
  }

  @Test
  void otherLongFieldsAreLeftOutByName() {
    ada.tool(
        "send_bot_message",
        "{'bot':'ben','message':'see','metadata':{'a':'" + "x".repeat(50_000) + "'}}");

    JsonNode shown = ben.tool("get_messages", "{}").at("/messages/0");

    assertThat(shown.has("metadata")).isFalse();
    assertThat(shown.path("leftOut").toString()).isEqualTo("[\"metadata\"]");
    String id = shown.path("id").asString();
    assertThat(
            ben.tool("get_message", "{'messageId':'" + id + "','field':'metadata'}")
                .path("length")
                .asInt())
        .isGreaterThan(50_000);
    assertThat(ben.failure("get_message", "{'messageId':'" + id + "','field':'nothing'}"))
        .contains("no 'nothing'");
  }

  @Test
  void oneAnswerHasNoMoreThanItsBudget() {
    for (int i = 0; i < 40; i++) {
      send("x".repeat(3_900) + i);
    }
    JsonNode got = ben.tool("get_messages", "{'unreadOnly':true,'limit':200,'markAsRead':true}");

    assertThat(got.path("count").asInt()).isBetween(10, 20);
    assertThat(unread().path("unreadCount").asInt()).isEqualTo(40 - got.path("count").asInt());
    assertThat(Json.text("'" + got + "'").length()).isLessThan(80_000);
  }

  @Test
  void withoutBodiesNothingIsShownNorTaken() {
    String id = send("secret words");

    JsonNode got = ben.tool("get_messages", "{'bodies':false}");

    assertThat(got.toString()).contains(id, "\"from\":\"ada\"").doesNotContain("secret words");
    assertThat(got.at("/messages/0/contentLength").asInt()).isEqualTo(12);
    assertThat(got.at("/messages/0/status").asString()).isEqualTo("pending");
    assertThat(unread().at("/messages/0/status").asString()).isEqualTo("pending");
    assertThat(ben.failure("get_messages", "{'bodies':false,'markAsRead':true}"))
        .contains("nothing can be marked");
  }

  @Test
  void whatCameSinceACursorIsReadOldestFirst() {
    send("one");
    long cursor = ben.tool("get_messages", "{}").path("cursor").asLong();
    send("two");
    send("three");

    JsonNode first = ben.tool("get_messages", "{'limit':1,'since':" + cursor + "}");
    JsonNode rest = ben.tool("get_messages", "{'since':" + first.path("cursor").asLong() + "}");
    JsonNode none = ben.tool("get_messages", "{'since':" + rest.path("cursor").asLong() + "}");

    assertThat(first.at("/messages/0/content").asString()).isEqualTo("two");
    assertThat(rest.at("/messages/0/content").asString()).isEqualTo("three");
    assertThat(none.path("count").asInt()).isZero();
    assertThat(none.path("cursor")).isEqualTo(rest.path("cursor"));
  }
}
