package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.doors.TestHub;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** CARD-1: models are shown the cards of others when they ask for them. */
class PublishedCardsTest {

  @Test
  void cardsAreShownOnRequestAndInTheAgentsResource() throws Exception {
    try (TestHub hub = TestHub.start();
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      hub.agent("ben");
      hub.broker()
          .participants()
          .setCard(new AgentId("ben"), "{\"name\":\"Ben\",\"skills\":[]}")
          .get(20, TimeUnit.SECONDS);

      assertThat(ada.tool("discover_agents", "{}").toString()).doesNotContain("skills");
      JsonNode found = ada.tool("discover_agents", "{'cards':true}");
      assertThat(found.path("agents").path(1).path("card").path("name").asString())
          .isEqualTo("Ben");
      assertThat(found.path("agents").path(0).has("card")).isFalse();
      assertThat(ada.call("resources/read", "{'uri':'parley://agent/ben'}").message().toString())
          .contains("skills");
    }
  }
}
