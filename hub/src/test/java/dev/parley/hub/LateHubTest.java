package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.net.LateLine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hub that hears late what the others do finds all the same, at each of its doors, what they have
 * acknowledged.
 */
class LateHubTest {
  private static final Duration LATE = Duration.ofMillis(300);

  @TempDir Path directory;

  private NatsServers servers;
  private LateLine line;
  private Hub here;
  private Hub late;
  private ParleyClient owner;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    String server = servers.urls().getFirst();
    line = LateLine.to(URI.create(server).getPort(), LATE);
    here = hub("here", server);
    late = hub("late", "nats://127.0.0.1:" + line.port());
    owner = owner("here", here);
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    owner.close();
    late.close();
    here.close();
    line.close();
    servers.close();
  }

  private Hub hub(String name, String server) throws IOException {
    Path data = Files.createDirectories(directory.resolve(name));
    HubConfig config =
        new ConfigSources()
            .read(
                data,
                Map.of(),
                Map.of(
                    "port", "0",
                    "agentPort", "0",
                    "store", "nats",
                    "nats.servers", server,
                    "nats.replicas", "1"));
    return Hub.start(config);
  }

  private static URI sockets(Hub hub) {
    return URI.create("ws://127.0.0.1:" + hub.port() + "/ws");
  }

  private ParleyClient owner(String name, Hub hub) {
    return ParleyClient.connect(ClientOptions.owner(ownersToken(name), sockets(hub)));
  }

  private String ownersToken(String name) {
    return OwnerToken.loadOrCreate(directory.resolve(name)).secret();
  }

  private String newAgent(String name) {
    return owner.agents().create(name, Agents.Details.NONE).token();
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    return http.send(request(path, token).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + late.port() + path))
        .header("Authorization", "Bearer " + token);
  }

  private String calling(String tool, String arguments, String token) throws Exception {
    String call =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
          "name":"%s","arguments":%s,
          "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{}}}}\
        """
            .formatted(tool, arguments);
    return http.send(
            request("/mcp", token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(BodyPublishers.ofString(call))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  @Test
  void aTokenIsGoodOverRest() throws Exception {
    String token = newAgent("ada");

    HttpResponse<String> answer = get("/api/agents/ada", token);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void aTokenIsGoodOverWebSockets() {
    String token = newAgent("ada");

    try (ParleyClient ada =
        ParleyClient.connect(ClientOptions.agent("ada", token, sockets(late)))) {
      assertThat(ada.principal().agentId()).isEqualTo("ada");
    }
  }

  @Test
  void aTokenIsGoodOverMcp() throws Exception {
    newAgent("bob");
    String token = newAgent("ada");

    assertThat(calling("send_message", "{\"to\":\"bob\",\"content\":\"hi\"}", token))
        .contains("messageId")
        .doesNotContain("isError\":true");
  }

  @Test
  void aTokenThatNobodyHasIsRefused() throws Exception {
    assertThat(get("/api/agents/ada", "nobodys").statusCode()).isEqualTo(401);
  }

  @Test
  void aMessageIsFoundOverRest() throws Exception {
    newAgent("ada");
    String id = owner.send(Draft.to("ada").content("hello")).messageId();

    HttpResponse<String> answer = get("/api/messages/" + id, ownersToken("late"));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void aMessageIsAnsweredOverWebSockets() {
    newAgent("ada");
    try (ParleyClient there = owner("late", late)) {
      String id = owner.send(Draft.to("ada").content("hello")).messageId();

      assertThat(there.messages().status(id).recipients()).hasSize(1);
    }
  }

  @Test
  void anAgentIsSentToOverMcp() throws Exception {
    String token = newAgent("ada");
    assertThat(calling("send_message", "{\"to\":\"ada\",\"content\":\"hi\"}", token))
        .contains("messageId");
    newAgent("bob");

    assertThat(calling("send_message", "{\"to\":\"bob\",\"content\":\"hi\"}", token))
        .contains("messageId")
        .doesNotContain("not_found");
  }
}
