package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.TestHub;
import dev.parley.doors.mcp.conformance.FixtureCatalog;
import dev.parley.doors.mcp.conformance.FixtureHub;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The wire of 2026-07-28: what the conformance kit does not look at. */
class ModernTest {
  private TestHub hub;
  private McpClient ada;

  @BeforeEach
  void start() {
    hub = TestHub.start().agents("ben");
    ada = McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada"));
  }

  @AfterEach
  void stop() {
    ada.close();
    hub.close();
  }

  @Test
  void aToolIsCalledWithoutAnySession() {
    ada.header("Mcp-Session-Id", "whatever");
    McpClient.Answer answer =
        ada.ask("tools/call", "{'name':'send_message','arguments':{'to':'ben','content':'hi'}}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Mcp-Session-Id")).isNull();
    JsonNode result = answer.result();
    assertThat(result.path("resultType").asString()).isEqualTo("complete");
    assertThat(result.path("structuredContent").path("recipientCount").asInt()).isEqualTo(1);
    assertThat(
            result.path("_meta").path("io.modelcontextprotocol/serverInfo").path("name").asString())
        .isEqualTo("parley");
  }

  @Test
  void discoveryNamesWhatIsSpoken() {
    JsonNode result = ada.ask("server/discover", "{}").result();
    assertThat(result.path("supportedVersions").valueStream().map(JsonNode::asString))
        .containsExactly("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
    assertThat(result.path("instructions").asString()).contains("developer");
  }

  @Test
  void headersHaveToSayWhatTheBodySays() {
    HttpRequest.Builder right = ada.modern("tools/list", "{}");
    assertThat(ada.send(right.copy()).status()).isEqualTo(200);
    for (String[] wrong :
        new String[][] {
          {"Mcp-Method", "tools/call"},
          {"Mcp-Method", "TOOLS/LIST"},
          {"MCP-Protocol-Version", "2025-11-25"}
        }) {
      McpClient.Answer answer = ada.send(right.copy().setHeader(wrong[0], wrong[1]));
      assertThat(answer.status()).as(wrong[0]).isEqualTo(400);
      assertThat(answer.error().path("code").asInt()).isEqualTo(-32020);
      assertThat(answer.message().path("id").isIntegralNumber()).isTrue();
    }
    HttpRequest.Builder named = ada.modern("tools/call", "{'name':'get_messages'}");
    assertThat(ada.send(named.copy().setHeader("Mcp-Name", "send_message")).status())
        .isEqualTo(400);
    assertThat(ada.send(named.copy().setHeader("Mcp-Name", "=?base64?Z2V0X21lc3NhZ2Vz?=")).status())
        .isEqualTo(200);
    assertThat(ada.send(named.copy().setHeader("Mcp-Name", "=?base64?Z2V0X21lc3NhZ2V?=")).status())
        .isEqualTo(400);
    assertThat(ada.send(named.copy().header("Mcp-Method", "tools/call")).status())
        .as("twice")
        .isEqualTo(400);
  }

  @Test
  void theVersionHeaderIsNeeded() {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    McpClient.Answer answer = ada.header("Mcp-Method", "tools/list").post(body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error().path("code").asInt()).isEqualTo(-32020);
  }

  @Test
  void onlyPostIsSpoken() {
    ada.header("MCP-Protocol-Version", "2026-07-28");
    McpClient.Answer get = ada.send(ada.request().GET());
    assertThat(get.status()).isEqualTo(405);
    assertThat(get.header("Allow")).isEqualTo("POST");
    assertThat(ada.send(ada.request().DELETE()).status()).isEqualTo(405);
  }

  @Test
  void whatLegacyHadIsNotFound() {
    for (String method : new String[] {"ping", "initialize", "resources/subscribe", "tasks/get"}) {
      McpClient.Answer answer = ada.ask(method, "{}");
      assertThat(answer.status()).as(method).isEqualTo(404);
      assertThat(answer.error().path("code").asInt()).isEqualTo(-32601);
    }
    assertThat(
            ada.ask("resources/read", "{'uri':'parley://inbox/ben'}").error().path("code").asInt())
        .isEqualTo(-32602);
  }

  @Test
  void notificationsAreTakenAndLogLevelsChecked() {
    String meta = "{'_meta':{'io.modelcontextprotocol/logLevel':'loud'}}";
    assertThat(ada.ask("tools/list", meta).status()).isEqualTo(400);
    ada.header("MCP-Protocol-Version", "2026-07-28");
    assertThat(ada.notify("notifications/other", "{}").status()).isEqualTo(202);
  }

  @Test
  void aListenerIsToldOfItsInboxAndOfNoOthers() throws Exception {
    try (McpClient.Stream stream =
        ada.open(
            ada.modern(
                "subscriptions/listen",
                "{'notifications':{'toolsListChanged':true,'resourceSubscriptions':"
                    + "['parley://inbox/ada','parley://inbox/ben']}}"))) {
      JsonNode acknowledged = stream.message();
      assertThat(acknowledged.path("method").asString())
          .isEqualTo("notifications/subscriptions/acknowledged");
      JsonNode params = acknowledged.path("params");
      assertThat(params.path("notifications").toString())
          .as("the tools never change, and ben's inbox is not ada's")
          .isEqualTo("{\"resourceSubscriptions\":[\"parley://inbox/ada\"]}");
      JsonNode id = params.path("_meta").path("io.modelcontextprotocol/subscriptionId");
      assertThat(id.isIntegralNumber()).isTrue();
      hub.owner().ok("{'type':'msg.send','to':'ben','content':'not for ada'}");
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'for ada'}");
      JsonNode told = stream.message();
      assertThat(told.path("method").asString()).isEqualTo("notifications/resources/updated");
      assertThat(told.path("params").path("uri").asString()).isEqualTo("parley://inbox/ada");
      assertThat(told.path("params").path("_meta").path("io.modelcontextprotocol/subscriptionId"))
          .isEqualTo(id);
      hub.http().close();
      assertThat(stream.message().path("method").asString()).isEqualTo("notifications/cancelled");
      assertThat(stream.message().path("id")).isEqualTo(id);
    }
  }

  @Test
  void progressComesBeforeTheAnswerOnTheSameStream() {
    McpClient.Answer answer =
        ada.ask(
            "tools/call",
            "{'name':'wait_for_messages','arguments':{'seconds':1},'_meta':{'progressToken':9}}");
    assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(answer.body()).doesNotContain("id: ").doesNotContain("retry:");
    assertThat(answer.messages().getFirst().path("params").path("progressToken").asInt())
        .isEqualTo(9);
    assertThat(answer.result().path("resultType").asString()).isEqualTo("complete");
  }

  @Test
  void whoWaitsForMessagesIsOnline() throws Exception {
    assertThat(online()).isFalse();
    try (McpClient.Stream stream =
        ada.open(
            ada.modern(
                "tools/call",
                "{'name':'wait_for_messages','arguments':{'seconds':60},"
                    + "'_meta':{'progressToken':9}}"))) {
      assertThat(stream.message().path("method").asString()).isEqualTo("notifications/progress");
      assertThat(online()).isTrue();
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'enough'}");
      assertThat(stream.message().path("result").isObject()).isTrue();
    }
    await().until(() -> !online());
  }

  private boolean online() {
    return hub.owner().ok("{'type':'agent.get','agentId':'ada'}").at("/agent/online").asBoolean();
  }

  @Test
  void whoGoesAwayCancels() throws Exception {
    int before = FixtureCatalog.INTERRUPTED.get();
    try (var fixtures = new FixtureHub();
        McpClient client = McpClient.at(URI.create(fixtures.url()).getPort(), "/mcp?profile=all")) {
      try (McpClient.Stream stream =
          client.open(
              client.modern(
                  "tools/call", "{'name':'house_never_ends','_meta':{'progressToken':9}}"))) {
        assertThat(stream.message().path("method").asString()).isEqualTo("notifications/progress");
      }
      client.http().shutdownNow();
      await().until(() -> FixtureCatalog.INTERRUPTED.get() > before);
    }
  }
}
