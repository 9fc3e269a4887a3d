package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ListeningTest {
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
  void aPushIsACopyAndTheMessageStaysPending() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a'}");
    send("hello");
    assertThat(command(listener.push())).isEqualTo("hello");
    assertThat(owner.ok("{'type':'msg.receive','agentId':'a'}").path("messages")).hasSize(1);
  }

  @Test
  void theAnswerComesBeforeThePushes() {
    for (int i = 0; i < 50; i++) {
      send("c" + i);
    }
    try (var raw = hub.raw().authenticate(hub.ownerToken())) {
      raw.text("{\"type\":\"msg.listen\",\"agentId\":\"a\",\"ack\":\"manual\"}");
      assertThat(raw.read().json().path("type").asString("")).isEqualTo("msg.listen.ok");
      for (int i = 0; i < 50; i++) {
        assertThat(command(raw.read().json())).isEqualTo("c" + i);
      }
    }
  }

  @Test
  void anAutomaticListenersPushIsDelivered() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','ack':'auto'}");
    String id = send("x");
    listener.push();
    Awaitility.await().untilAsserted(() -> assertThat(stateOf(id)).isEqualTo("delivered"));
  }

  @Test
  void aCursorStartsAfterIt() {
    send("before");
    send("after");
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','from':0}");
    send("later");
    assertThat(listener.pushes(2).stream().map(ListeningTest::command))
        .containsExactly("after", "later");
  }

  @Test
  void listeningFromNowSkipsWhatWaits() {
    send("old");
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a','from':'now'}");
    send("new");
    assertThat(command(listener.push())).isEqualTo("new");
  }

  @Test
  void afterUnlistenNothingIsPushed() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a'}");
    assertThat(
            listener.ok("{'type':'msg.unlisten','agentId':'a'}").path("listened").asBoolean(false))
        .isTrue();
    send("unheard");
    listener.ok("{'type':'ping'}");
    assertThat(listener.pushesSoFar()).isEmpty();
  }

  @Test
  void aSecondListenReplacesTheFirst() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a'}");
    listener.ok("{'type':'msg.listen','agentId':'a','ack':'auto'}");
    send("once");
    listener.push();
    listener.ok("{'type':'ping'}");
    assertThat(listener.pushesSoFar()).isEmpty();
    assertThat(hub.broker().stats().get("listeners")).isEqualTo(1);
  }

  @Test
  void listenersEndWithTheirConnection() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a'}");
    assertThat(owner.ok("{'type':'msg.presence'}").at("/agents/0/listening").asBoolean(false))
        .isTrue();
    listener.close();
    Awaitility.await()
        .untilAsserted(() -> assertThat(hub.broker().stats().get("listeners")).isZero());
    assertThat(owner.ok("{'type':'msg.presence'}").at("/agents/0/listening").asBoolean(true))
        .isFalse();
  }

  @Test
  void aListenerOfAnAgentThatIsDeletedIsTold() {
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.listen','agentId':'a'}");
    owner.ok("{'type':'agent.delete','agentId':'a'}");
    JsonNode told = listener.answer();
    assertThat(told.path("code").asString("")).isEqualTo("not_found");
    assertThat(told.path("request").asString("")).isEqualTo("msg.listen");
  }

  @Test
  void aSessionsListenerIsPushedWithItsName() {
    owner.ok("{'type':'session.create','agentId':'a','sessionId':'s'}");
    owner.ok("{'type':'msg.session.sub.add','agentId':'a','sessionId':'s','pattern':'x/*'}");
    TestClient listener = hub.owner();
    listener.ok("{'type':'msg.session.listen','agentId':'a','sessionId':'s','ack':'manual'}");
    owner.ok("{'type':'msg.route','path':'x/1'}");
    JsonNode push = listener.push();
    assertThat(push.path("type").asString("")).isEqualTo("msg.session.push");
    assertThat(push.path("sessionId").asString("")).isEqualTo("s");
    assertThat(
            listener
                .ok(
                    "{'type':'msg.ack','agentId':'a','sessionId':'s','upTo':"
                        + push.path("cursor")
                        + "}")
                .path("acked")
                .asInt(0))
        .isEqualTo(1);
    listener.ok("{'type':'msg.unlisten','agentId':'a','sessionId':'s'}");
  }

  @Test
  void oneConnectionListensToManyInboxes() {
    TestClient listener = hub.owner();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      hub.agents("b" + i);
      listener.ok("{'type':'msg.listen','agentId':'b" + i + "'}");
      expected.add("b" + i);
    }
    owner.ok("{'type':'msg.broadcast'}");
    assertThat(listener.pushes(20).stream().map(push -> push.path("agentId").asString("")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void optionsOutOfBoundsAreRefusedByName() {
    assertThat(
            owner
                .ask("{'type':'msg.listen','agentId':'a','ack':'maybe'}")
                .path("message")
                .asString(""))
        .isEqualTo("'ack' must be one of none, auto, manual");
    assertThat(
            owner
                .ask("{'type':'msg.listen','agentId':'a','from':'yesterday'}")
                .path("message")
                .asString(""))
        .contains("'from' must be");
    assertThat(owner.refused("{'type':'msg.listen','agentId':'a','window':0}"))
        .isEqualTo("bad_request");
    assertThat(owner.refused("{'type':'msg.listen','agentId':'a','from':99}"))
        .isEqualTo("bad_request");
  }
}
