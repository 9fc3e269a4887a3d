package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a manual listener owes, and what becomes of it when it does not pay. */
class AcknowledgingTest {
  private final TestHub hub = TestHub.start();
  private final TestClient owner = hub.owner();

  @BeforeEach
  void oneAgent() {
    hub.agents("a");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private String send(String command) {
    return owner
        .ok("{'type':'msg.send','to':'a','command':'" + command + "'}")
        .path("messageId")
        .asString("");
  }

  private static String command(JsonNode push) {
    return push.at("/message/command").asString("");
  }

  private String stateOf(String id) {
    return owner
        .ok("{'type':'msg.status','messageId':'" + id + "'}")
        .at("/recipients/0/state")
        .asString("");
  }

  @Test
  void aManualListenersPushIsDeliveredOnceAcknowledged() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','ack':'manual'}");
    String id = send("x");
    JsonNode push = listener.push();
    assertThat(push.path("attempts").asInt(0)).isEqualTo(1);
    assertThat(
            listener
                .ok("{'type':'msg.ack','agentId':'a','cursors':[" + push.path("cursor") + "]}")
                .path("acked")
                .asInt(0))
        .isEqualTo(1);
    assertThat(stateOf(id)).isEqualTo("delivered");
  }

  @Test
  void upToAcknowledgesEverythingBefore() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','ack':'manual'}");
    send("one");
    send("two");
    send("three");
    List<JsonNode> pushes = listener.pushes(3);
    assertThat(
            listener
                .ok("{'type':'msg.ack','agentId':'a','upTo':" + pushes.get(1).path("cursor") + "}")
                .path("acked")
                .asInt(0))
        .isEqualTo(2);
  }

  @Test
  void cursorsOfAnInboxNobodyListensToHereAreAConflict() {
    assertThat(owner.refused("{'type':'msg.ack','agentId':'a','upTo':1}")).isEqualTo("conflict");
    assertThat(owner.refused("{'type':'msg.ack','agentId':'a','cursors':[1]}"))
        .isEqualTo("conflict");
    assertThat(owner.refused("{'type':'msg.ack','agentId':'a'}")).isEqualTo("bad_request");
  }

  @Test
  void whatIsNotAcknowledgedInTimeIsPushedAgain() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','ack':'manual','ackTimeoutMs':50}");
    send("again");
    assertThat(listener.push().path("attempts").asInt(0)).isEqualTo(1);
    assertThat(listener.push().path("attempts").asInt(0)).isEqualTo(2);
  }

  @Test
  void whatIsNeverAcknowledgedBecomesADeadLetter() {
    TestClient listener = hub.owner();
    listener.ok(
        "{'type':'msg.listen','agentId':'a','ack':'manual','ackTimeoutMs':20,'maxAttempts':2}");
    String id = send("never");
    listener.pushes(2);
    Awaitility.await().untilAsserted(() -> assertThat(stateOf(id)).isEqualTo("failed"));
    assertThat(owner.ok("{'type':'msg.unmatched'}").at("/messages/0/reason").asString(""))
        .contains("2 attempts");
  }

  @Test
  void whatWasInFlightOnALostConnectionIsPushedToAnother() {
    TestClient lost = hub.owner();
    lost.ok("{'type':'msg.listen','agentId':'a','ack':'manual'}");
    send("hot potato");
    lost.push();
    lost.close();
    TestClient other = hub.owner();
    other.ok("{'type':'msg.listen','agentId':'a','ack':'manual'}");
    assertThat(command(other.push())).isEqualTo("hot potato");
  }

  @Test
  void manualListenersShareAnInbox() {
    TestClient one = hub.owner();
    TestClient two = hub.owner();
    one.ok("{'type':'msg.listen','agentId':'a','ack':'manual','window':1}");
    two.ok("{'type':'msg.listen','agentId':'a','ack':'manual','window':1}");
    send("x");
    send("y");
    assertThat(List.of(command(one.push()), command(two.push())))
        .containsExactlyInAnyOrder("x", "y");
  }
}
