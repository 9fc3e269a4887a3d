package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The cascade from sessions to their agents, as the source tells it. */
class SessionsTest {
  private final TestHub hub = TestHub.start();
  private final TestClient owner = hub.owner();

  @BeforeEach
  void anAgentWithASession() {
    hub.agents("researcher");
    owner.ok("{'type':'session.create','agentId':'researcher','sessionId':'monitor'}");
    owner.ok(
        "{'type':'msg.session.sub.add','agentId':'researcher','sessionId':'monitor','pattern':'slack/team/#general'}");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void bothTheSessionAndItsAgentReceiveAMatch() {
    owner.ok("{'type':'msg.route','path':'slack/team/#general'}");
    assertThat(
            owner
                .ok("{'type':'msg.session.receive','agentId':'researcher','sessionId':'monitor'}")
                .path("messages"))
        .hasSize(1);
    assertThat(owner.ok("{'type':'msg.receive','agentId':'researcher'}").path("messages"))
        .hasSize(1);
  }

  @Test
  void aSessionWasLastUsedWhenItsNewestMessageCame() {
    String get = "{'type':'session.get','agentId':'researcher','sessionId':'monitor'}";
    JsonNode unused = owner.ok(get).path("session");
    assertThat(unused.path("lastUsedAt")).isEqualTo(unused.path("createdAt"));
    JsonNode sent = owner.ok("{'type':'msg.route','path':'slack/team/#general'}");
    assertThat(owner.ok(get).at("/session/lastUsedAt")).isEqualTo(sent.at("/message/timestamp"));
    assertThat(
            owner.ok("{'type':'session.list','agentId':'researcher'}").at("/sessions/0/lastUsedAt"))
        .isEqualTo(sent.at("/message/timestamp"));
  }

  @Test
  void theAgentsCopySaysWhichSessionsHandledIt() {
    owner.ok("{'type':'session.create','agentId':'researcher','sessionId':'second'}");
    owner.ok(
        "{'type':'msg.session.sub.add','agentId':'researcher','sessionId':'second','pattern':'slack/**'}");
    owner.ok("{'type':'msg.route','path':'slack/team/#general'}");
    var copy = owner.ok("{'type':'msg.receive','agentId':'researcher'}").at("/messages/0");
    assertThat(copy.path("handled").asBoolean(false)).isTrue();
    assertThat(copy.path("handledBy").values())
        .containsExactlyInAnyOrder(
            Json.of("{'agentId':'researcher','sessionId':'monitor'}"),
            Json.of("{'agentId':'researcher','sessionId':'second'}"));
  }

  @Test
  void withoutASessionsMatchTheAgentsCopyIsUnhandled() {
    owner.ok("{'type':'msg.send','to':'researcher'}");
    var copy = owner.ok("{'type':'msg.receive','agentId':'researcher'}").at("/messages/0");
    assertThat(copy.path("handled").asBoolean(true)).isFalse();
    assertThat(copy.has("handledBy")).isFalse();
  }

  @Test
  void anotherAgentsCopyIsUnhandled() {
    hub.agents("other");
    owner.ok("{'type':'msg.sub.add','agentId':'other','pattern':'slack/**'}");
    owner.ok("{'type':'msg.route','path':'slack/team/#general'}");
    assertThat(
            owner
                .ok("{'type':'msg.receive','agentId':'other'}")
                .at("/messages/0/handled")
                .asBoolean(true))
        .isFalse();
  }

  @Test
  void aSendersOwnSessionsDoNotGetItsBroadcast() {
    owner.ok(
        "{'type':'msg.session.sub.add','agentId':'researcher','sessionId':'monitor','pattern':'agent/**'}");
    hub.agents("other");
    var answer = owner.ok("{'type':'msg.broadcast','from':'researcher'}");
    assertThat(answer.path("deliveredTo").toString()).isEqualTo("[\"other\"]");
    assertThat(answer.path("deliveredToSessions")).isEmpty();
  }

  @Test
  void aSessionNobodyMadeIsNotFound() {
    for (String type :
        new String[] {
          "msg.session.receive",
          "msg.session.history",
          "msg.session.listen",
          "msg.session.sub.list",
          "session.get",
          "session.delete"
        }) {
      assertThat(owner.refused("{'type':'" + type + "','agentId':'researcher','sessionId':'nope'}"))
          .as(type)
          .isEqualTo("not_found");
    }
  }

  @Test
  void aSessionHasToBeNamed() {
    assertThat(
            owner
                .ask("{'type':'msg.session.receive','agentId':'researcher'}")
                .path("message")
                .asString(""))
        .isEqualTo("'sessionId' is missing (a string)");
  }

  @Test
  void readClearAndAckTakeASession() {
    String id =
        owner
            .ok("{'type':'msg.route','path':'slack/team/#general'}")
            .path("messageId")
            .asString("");
    String where = "'agentId':'researcher','sessionId':'monitor'";
    assertThat(
            owner
                .ok("{'type':'msg.ack'," + where + ",'ids':['" + id + "']}")
                .path("acked")
                .asInt(0))
        .isEqualTo(1);
    assertThat(
            owner
                .ok("{'type':'msg.read'," + where + ",'ids':['" + id + "']}")
                .path("read")
                .asInt(0))
        .isEqualTo(1);
    assertThat(owner.ok("{'type':'msg.clear'," + where + "}").path("cleared").asInt(0))
        .isEqualTo(1);
    assertThat(owner.ok("{'type':'msg.receive','agentId':'researcher'}").path("messages"))
        .hasSize(1);
  }
}
