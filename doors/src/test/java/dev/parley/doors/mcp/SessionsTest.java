package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Legacy sessions and their streams, as clients use them up. */
@Timeout(60)
class SessionsTest {
  private TestHub hub;
  private String token;
  private McpClient ada;
  private final List<McpClient> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    hub = TestHub.start().agents("ben");
    token = hub.agent("ada");
    ada = client().initialize();
  }

  private McpClient client() {
    McpClient client = McpClient.at(hub.port(), "/mcp").token(token);
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() {
    clients.forEach(McpClient::close);
    hub.close();
  }

  private HttpRequest.Builder get() {
    return ada.request().setHeader("Accept", "text/event-stream").GET();
  }

  private HttpRequest.Builder waiting(McpClient client, String meta) {
    JsonNode call = Json.of("{'name':'wait_for_messages','arguments':{'seconds':50}" + meta + "}");
    return client
        .request()
        .POST(
            BodyPublishers.ofString(
                McpClient.message("tools/call", call).put("id", "w").toString()));
  }

  @Test
  void whoComesBackForACancelledCallIsToldThatThereIsNothing() throws Exception {
    String last;
    try (McpClient.Stream stream = ada.open(waiting(ada, ",'_meta':{'progressToken':1}"))) {
      last = stream.lines().readLine().substring("id: ".length());
      ada.notify("notifications/cancelled", "{'requestId':'w'}");
      while (stream.data() != null) {
        // progress, until the stream ends
      }
    }

    McpClient.Answer answer = ada.send(get().setHeader("Last-Event-ID", "p1-7"));

    assertThat(last).isEqualTo("p1-0");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(ada.send(get().setHeader("Last-Event-ID", "p99-1")).status()).isEqualTo(405);
  }

  @Test
  void aSecondStreamDoesNotEndTheFirst() throws Exception {
    ada.call("resources/subscribe", "{'uri':'parley://inbox/ada'}");
    try (McpClient.Stream first = ada.open(get())) {
      try (McpClient.Stream second = ada.open(get())) {
        hub.owner().ok("{'type':'msg.send','to':'ada','content':'one'}");
        assertThat(second.message().path("method").asString())
            .isEqualTo("notifications/resources/updated");
      }
      await().until(() -> hub.broker().presence().of(new AgentId("ada")).connections() == 1);
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'two'}");
      assertThat(first.message().path("method").asString())
          .isEqualTo("notifications/resources/updated");
    }
  }

  @Test
  void aSessionThatWorksIsNotEndedForANewOne() {
    CompletableFuture<McpClient.Answer> working =
        InBackground.call(() -> ada.send(waiting(ada, "")));
    await().until(() -> hub.broker().presence().isOnline(new AgentId("ada")));

    for (int i = 0; i < 70; i++) {
      McpClient more = client().initialize();
      assertThat(more.call("ping", "{}").status()).isEqualTo(200);
      more.close();
    }
    hub.owner().ok("{'type':'msg.send','to':'ada','content':'hello'}");

    assertThat(working.join().result().path("structuredContent").toString()).contains("hello");
  }

  @Test
  void whenAllSessionsWorkANewOneIsRefused() throws Exception {
    List<McpClient.Stream> streams = new ArrayList<>();
    streams.add(ada.open(get()));
    for (int i = 1; i < 64; i++) {
      McpClient more = client().initialize();
      streams.add(more.open(more.request().setHeader("Accept", "text/event-stream").GET()));
    }
    await().until(() -> hub.broker().presence().of(new AgentId("ada")).connections() == 64);
    String hello =
        "{'protocolVersion':'2025-11-25','capabilities':{},"
            + "'clientInfo':{'name':'probe','version':'1'}}";

    McpClient.Answer refused = client().call("initialize", hello);

    assertThat(refused.error().at("/data/code").asString()).isEqualTo("overloaded");
    assertThat(refused.header("Mcp-Session-Id")).isNull();
    streams.getFirst().close();
    await().until(() -> client().call("initialize", hello).header("Mcp-Session-Id") != null);
    for (McpClient.Stream stream : streams) {
      stream.close();
    }
  }

  @Test
  void aCallWhoseSessionIsEndedIsToldSo() {
    CompletableFuture<McpClient.Answer> working =
        InBackground.call(() -> ada.send(waiting(ada, "")));
    await().until(() -> hub.broker().presence().isOnline(new AgentId("ada")));

    assertThat(ada.send(ada.request().DELETE()).status()).isEqualTo(200);

    assertThat(working.join().error().path("message").asString()).contains("session has ended");
  }
}
