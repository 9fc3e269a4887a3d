package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Agents;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.ReceivedMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What {@code parley mcp} does between its pipes and the hub. */
@Timeout(120)
class McpBridgeTest {
  private static final String WATCH = "parley://inbox/ada";

  @TempDir Path folder;

  private static String agent(HubUnderTest hub, String id) {
    return hub.house().agents().create(id, Agents.Details.NONE).token();
  }

  private static void send(HubUnderTest hub, String content) {
    hub.house().send(Draft.to("ada").content(content));
  }

  @Test
  void whatIsSentOneAfterTheOtherArrivesInThatOrder() throws Exception {
    try (HubUnderTest hub = HubUnderTest.start(folder)) {
      String token = agent(hub, "ada");
      agent(hub, "ben");
      try (McpStdio ada = new McpStdio(hub.agentPort(), token)) {
        ada.call("ping", Map.of());
        for (int i = 0; i < 100; i++) {
          Map<String, Object> arguments = Map.of("to", "ben", "content", "m" + i);
          ada.send(
              McpConnection.message(
                  ada.nextId(),
                  "tools/call",
                  Map.of("name", "send_message", "arguments", arguments)));
        }
        ada.call("ping", Map.of());
      }
      assertThat(hub.house().mailbox(Inbox.of("ben")).receive(200).messages())
          .extracting(ReceivedMessage::content)
          .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());
    }
  }

  @Test
  void aWaitHoldsUpNothingThatComesBehindIt() throws Exception {
    try (HubUnderTest hub = HubUnderTest.start(folder)) {
      String token = agent(hub, "ada");
      try (McpStdio ada = new McpStdio(hub.agentPort(), token)) {
        ada.call("ping", Map.of());
        int wait = ada.nextId();
        Map<String, Object> arguments = Map.of("seconds", 50);
        ada.send(
            McpConnection.message(
                wait, "tools/call", Map.of("name", "wait_for_messages", "arguments", arguments)));

        assertThat(ada.tool("discover_agents", Map.of()).path("you").asString()).isEqualTo("ada");
      }
    }
  }

  @Test
  void aSubscriptionOutlivesTheHubAndWhatWasMissedIsTold() throws Exception {
    HubUnderTest hub = HubUnderTest.start(folder);
    String token = agent(hub, "ada");
    try (McpStdio ada = new McpStdio(hub.agentPort(), token)) {
      ada.call("resources/subscribe", Map.of("uri", WATCH));
      hub.close();
      hub = hub.startedAgain(folder);

      assertThat(ada.told().at("/params/uri").asString()).as("missed").isEqualTo(WATCH);
      send(hub, "hello");
      assertThat(ada.told().at("/params/uri").asString()).as("new").isEqualTo(WATCH);
    } finally {
      hub.close();
    }
  }

  @Test
  void soDoesOneOfTheGenerationWithoutSessions() throws Exception {
    HubUnderTest hub = HubUnderTest.start(folder);
    String token = agent(hub, "ada");
    try (McpStdio ada = new McpStdio(hub.agentPort(), token)) {
      ada.send(
          McpConnection.message(
              ada.nextId(),
              "subscriptions/listen",
              Map.of(
                  "notifications",
                  Map.of("resourceSubscriptions", List.of(WATCH)),
                  "_meta",
                  Map.of(
                      "io.modelcontextprotocol/protocolVersion",
                      "2026-07-28",
                      "io.modelcontextprotocol/clientCapabilities",
                      Map.of()))));
      JsonNode acknowledged = ada.told();
      assertThat(acknowledged.path("method").asString()).endsWith("acknowledged");
      hub.close();
      hub = hub.startedAgain(folder);

      JsonNode missed = ada.told();
      assertThat(missed.at("/params/uri").asString()).isEqualTo(WATCH);
      assertThat(missed.at("/params/_meta")).isEqualTo(acknowledged.at("/params/_meta"));
      send(hub, "hello");
      assertThat(ada.told().at("/params/uri").asString()).isEqualTo(WATCH);
    } finally {
      hub.close();
    }
  }
}
