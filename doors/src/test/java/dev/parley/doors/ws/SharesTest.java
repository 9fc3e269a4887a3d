package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What one agent may take of the hub. */
class SharesTest {
  private final TestHub hub = TestHub.start();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void subscriptionsAskedForInARowCostWhatTheyAreAndEndAtALimit() {
    TestClient ada = hub.newAgent("ada");
    int asked = 3_000;
    String long900 = "x".repeat(900);
    for (int i = 0; i < asked; i++) {
      ada.send("{'type':'msg.sub.add','pattern':'" + long900 + "/" + i + "'}");
    }

    int added = 0;
    for (int i = 0; i < asked; i++) {
      JsonNode answer = ada.answer();
      if (answer.path("type").asString("").equals("msg.sub.add.ok")) {
        added++;
        assertThat(answer.path("subscriptions")).hasSize(1);
      } else {
        assertThat(answer.path("code").asString("")).isEqualTo("too_large");
        assertThat(answer.path("message").asString(""))
            .contains("limits.subscriptionsPerAgentMax is 1000");
      }
    }
    assertThat(added).isEqualTo(1_000);
    assertThat(ada.ok("{'type':'msg.sub.list'}").path("subscriptions")).hasSize(1_000);
    assertThat(ada.ok("{'type':'agent.get'}").at("/agent/subscriptions")).hasSize(1_000);
  }

  @Test
  void aPageOfAgentsEndsEarlyRatherThanBeingLarge() {
    TestClient owner = hub.owner();
    for (int agent = 0; agent < 12; agent++) {
      String id = "a" + (char) ('a' + agent);
      owner.ok("{'type':'agent.create','agentId':'" + id + "'}");
      for (int i = 0; i < 1_000; i++) {
        owner.send("{'type':'msg.sub.add','agentId':'" + id + "','pattern':'p/" + i + "'}");
      }
      for (int i = 0; i < 1_000; i++) {
        owner.answer();
      }
    }

    JsonNode first = owner.ok("{'type':'agent.list'}");

    assertThat(first.path("agents")).hasSize(10);
    assertThat(first.path("more").asBoolean()).isTrue();
    JsonNode rest = owner.ok("{'type':'agent.list','options':{'after':'aj'}}");
    assertThat(rest.path("agents")).hasSize(2);
    assertThat(rest.path("more").asBoolean()).isFalse();
  }

  @Test
  void anAgentHasSoManyConnectionsAndTheOthersAreLetIn() {
    String token = hub.agent("ada");
    TestClient last = hub.connectAgent("ada", token);
    for (int i = 1; i < TestHub.CONNECTIONS_PER_AGENT_MAX; i++) {
      last = hub.connectAgent("ada", token);
    }

    TestClient tooMany = hub.stranger();
    JsonNode refused = tooMany.ask("{'type':'auth','agentId':'ada','token':'" + token + "'}");
    assertThat(refused.path("code").asString("")).isEqualTo("overloaded");
    assertThat(refused.path("message").asString("")).contains("limits.connectionsPerAgentMax");
    assertThat(tooMany.closeCode()).isEqualTo(4429);
    hub.newAgent("bob").ok("{'type':'ping'}");
    hub.owner().ok("{'type':'ping'}");
    last.ok("{'type':'ping'}");
  }
}
