package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a token has opened or begun ends with the token, long before it would by itself. */
@Timeout(60)
class RevokedTest {
  private static final String WAIT =
      "{'name':'wait_for_messages','arguments':{'seconds':300},'_meta':{'progressToken':1}}";

  private TestHub hub;
  private McpClient ada;

  @BeforeEach
  void start() {
    hub = TestHub.start();
    ada = McpClient.at(hub.port(), "/mcp").token(hub.agent("ada"));
  }

  @AfterEach
  void stop() {
    ada.close();
    hub.close();
  }

  private void gone(String how) {
    hub.owner().ok("{'type':'" + how + "','agentId':'ada'}");
  }

  private static void isOver(McpClient.Stream stream) throws IOException {
    assertThat(stream.data()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent.token", "agent.revoke", "agent.delete"})
  void aModernCallThatWaitsIsToldThatItsTokenIsGone(String how) throws Exception {
    try (McpClient.Stream waiting = ada.open(ada.modern("tools/call", WAIT))) {
      assertThat(waiting.message().path("method").asString()).isEqualTo("notifications/progress");

      gone(how);

      JsonNode answer = waiting.message();
      assertThat(answer.path("error").path("data").path("code").asString())
          .isEqualTo("unauthorized");
      isOver(waiting);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent.token", "agent.revoke", "agent.delete"})
  void aLegacyCallThatWaitsEndsWithItsSession(String how) throws Exception {
    ada.initialize();
    String call = McpClient.message("tools/call", Json.of(WAIT)).put("id", 7).toString();
    try (McpClient.Stream waiting = ada.open(ada.request().POST(BodyPublishers.ofString(call)))) {
      assertThat(waiting.message().path("method").asString()).isEqualTo("notifications/progress");

      gone(how);

      assertThat(waiting.message().at("/error/data/code").asString()).isEqualTo("unauthorized");
      isOver(waiting);
    }
  }

  @Test
  void theStreamOfASessionEnds() throws Exception {
    ada.initialize();
    try (McpClient.Stream stream = ada.open(ada.request().GET())) {
      gone("agent.revoke");

      isOver(stream);
    }
  }

  @Test
  void aSubscriptionEnds() throws Exception {
    try (McpClient.Stream stream =
        ada.open(
            ada.modern(
                "subscriptions/listen",
                "{'notifications':{'resourceSubscriptions':['parley://inbox/ada']}}"))) {
      assertThat(stream.message().path("method").asString()).contains("acknowledged");

      gone("agent.revoke");

      assertThat(stream.message().path("method").asString()).isEqualTo("notifications/cancelled");
      assertThat(stream.message().has("result")).isTrue();
      isOver(stream);
    }
  }

  @Test
  void theLineOfTheTransportOf2024EndsWithWhatWaitsOnIt() throws Exception {
    String token =
        hub.owner().ok("{'type':'agent.token','agentId':'ada'}").path("token").asString();
    try (McpClient old = McpClient.at(hub.port(), "/sse").token(token);
        McpClient.Stream line = old.open(old.request().GET())) {
      URI messages = URI.create("http://127.0.0.1:" + hub.port() + line.data());
      post(old, messages, "initialize", HELLO, 1);
      assertThat(line.message().path("id").asInt()).isEqualTo(1);
      post(old, messages, "tools/call", WAIT, 2);
      assertThat(line.message().path("method").asString()).isEqualTo("notifications/progress");

      gone("agent.revoke");

      isOver(line);
    }
  }

  private static final String HELLO =
      "{'protocolVersion':'2024-11-05','capabilities':{},"
          + "'clientInfo':{'name':'probe','version':'1'}}";

  private static void post(McpClient client, URI to, String method, String params, int id) {
    String body = McpClient.message(method, Json.of(params)).put("id", id).toString();
    HttpRequest.Builder request = client.request().uri(to).POST(BodyPublishers.ofString(body));
    assertThat(client.send(request).status()).isEqualTo(202);
  }

  @Test
  void whatTheOwnerHasBegunInTheNameOfAnAgentGoesOnWhenItsTokenIsRenewed() throws Exception {
    try (McpClient owner = McpClient.at(hub.port(), "/mcp?agentId=ada").token(hub.ownerToken());
        McpClient.Stream waiting = owner.open(owner.modern("tools/call", WAIT))) {
      assertThat(waiting.message().path("method").asString()).isEqualTo("notifications/progress");

      gone("agent.token");
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'hello'}");

      assertThat(waiting.message().path("result").toString()).contains("hello");
    }
  }
}
