package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReceivingTest {
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

  private void send(String command) {
    owner.ok("{'type':'msg.send','to':'a','command':'" + command + "'}");
  }

  private static List<String> commands(JsonNode answer) {
    return answer
        .path("messages")
        .valueStream()
        .map(message -> message.path("command").asString(""))
        .toList();
  }

  @Test
  void theHighestPriorityIsFirstThenTheOldest() {
    owner.ok("{'type':'msg.send','to':'a','command':'low','priority':'low'}");
    send("first");
    send("second");
    owner.ok("{'type':'msg.send','to':'a','command':'high','priority':'high'}");
    assertThat(commands(owner.ok("{'type':'msg.receive','agentId':'a'}")))
        .containsExactly("high", "first", "second", "low");
  }

  @Test
  void aLimitLeavesTheRestAndSaysSo() {
    send("one");
    send("two");
    JsonNode first = owner.ok("{'type':'msg.receive','agentId':'a','options':{'limit':1}}");
    assertThat(commands(first)).containsExactly("one");
    assertThat(first.path("more").asBoolean(false)).isTrue();
    assertThat(commands(owner.ok("{'type':'msg.receive','agentId':'a'}"))).containsExactly("two");
  }

  @Test
  void historyPagesBackAndForth() {
    for (int i = 0; i < 5; i++) {
      send("c" + i);
    }
    JsonNode newest = owner.ok("{'type':'msg.history','agentId':'a','options':{'limit':2}}");
    assertThat(commands(newest)).containsExactly("c3", "c4");
    assertThat(newest.path("more").asBoolean(false)).isTrue();
    JsonNode older =
        owner.ok(
            "{'type':'msg.history','agentId':'a','options':{'limit':2,'before':"
                + newest.path("before")
                + "}}");
    assertThat(commands(older)).containsExactly("c1", "c2");
    JsonNode onwards =
        owner.ok(
            "{'type':'msg.history','agentId':'a','options':{'limit':9,'after':"
                + older.path("after")
                + "}}");
    assertThat(commands(onwards)).containsExactly("c3", "c4");
    assertThat(onwards.path("more").asBoolean(true)).isFalse();
  }

  @Test
  void historyIsFiltered() {
    owner.ok(
        "{'type':'msg.send','from':'x','to':'a','command':'wanted','messageType':'task','conversationId':'c'}");
    owner.ok("{'type':'msg.send','from':'y','to':'a','command':'other'}");
    for (String filter : List.of("'from':'x'", "'messageType':'task'", "'conversationId':'c'")) {
      assertThat(
              commands(owner.ok("{'type':'msg.history','agentId':'a','options':{" + filter + "}}")))
          .as(filter)
          .containsExactly("wanted");
    }
  }

  @Test
  void historyHasATimeRange() {
    send("now");
    long now = System.currentTimeMillis();
    assertThat(
            commands(
                owner.ok(
                    "{'type':'msg.history','agentId':'a','options':{'fromTime':"
                        + (now + 60_000)
                        + "}}")))
        .isEmpty();
    assertThat(
            commands(
                owner.ok(
                    "{'type':'msg.history','agentId':'a','options':{'toTime':"
                        + (now + 60_000)
                        + "}}")))
        .containsExactly("now");
  }

  @Test
  void anAgentsOwnInboxNeedsNoName() {
    send("hello");
    TestClient agent = hub.newAgent("b");
    agent.ok("{'type':'msg.send','to':'b','command':'mine'}");
    assertThat(commands(agent.ok("{'type':'msg.receive'}"))).containsExactly("mine");
  }

  @Test
  void theOwnerHasToSayWhoseInbox() {
    assertThat(owner.ask("{'type':'msg.receive'}").path("message").asString(""))
        .isEqualTo("'agentId' is missing (a string)");
  }

  @Test
  void readTakesAMessageOutOfTheUnread() {
    String id = owner.ok("{'type':'msg.send','to':'a'}").path("messageId").asString("");
    owner.ok("{'type':'msg.read','agentId':'a','ids':['" + id + "']}");
    assertThat(owner.ok("{'type':'stats','agentId':'a'}").at("/inbox/unread").asInt(-1)).isZero();
    assertThat(
            owner.ok("{'type':'msg.history','agentId':'a'}").at("/messages/0/status").asString(""))
        .isEqualTo("read");
  }

  @Test
  void theHubsStatisticsAreTheOwners() {
    send("x");
    JsonNode stats = owner.ok("{'type':'stats'}").path("hub");
    assertThat(stats.path("accepted").asInt(0)).isEqualTo(1);
    assertThat(stats.path("agents").asInt(0)).isEqualTo(1);
  }

  @Test
  void unmatchedByIdAreReplayed() {
    String id = owner.ok("{'type':'msg.route','path':'x/1'}").path("messageId").asString("");
    owner.ok("{'type':'msg.route','path':'x/2'}");
    owner.ok("{'type':'msg.sub.add','agentId':'a','pattern':'x/*'}");
    assertThat(
            owner
                .ok("{'type':'msg.unmatched.replay','ids':['" + id + "']}")
                .path("replayed")
                .asInt(0))
        .isEqualTo(1);
    assertThat(owner.ok("{'type':'msg.unmatched'}").path("messages")).hasSize(1);
    assertThat(owner.ok("{'type':'msg.receive','agentId':'a'}").at("/messages/0/id").asString(""))
        .isEqualTo(id);
  }

  @Test
  void anAgentSeesOfAThreadWhatItSentOrReceived() {
    TestClient b = hub.newAgent("b");
    owner.ok("{'type':'msg.send','from':'x','to':'b','conversationId':'c','command':'to b'}");
    owner.ok("{'type':'msg.send','from':'x','to':'a','conversationId':'c','command':'to a'}");
    b.ok("{'type':'msg.send','to':'a','conversationId':'c','command':'from b'}");
    assertThat(commands(b.ok("{'type':'msg.thread','conversationId':'c'}")))
        .containsExactly("to b", "from b");
    assertThat(commands(owner.ok("{'type':'msg.thread','conversationId':'c'}")))
        .containsExactly("to b", "to a", "from b");
  }

  @Test
  void awaitAnswersWhenItHappens() {
    TestClient waiting = hub.owner();
    String id = owner.ok("{'type':'msg.send','to':'a'}").path("messageId").asString("");
    waiting.send("{'type':'msg.await','messageId':'" + id + "','state':'read'}");
    owner.ok("{'type':'msg.read','agentId':'a','ids':['" + id + "']}");
    assertThat(waiting.answer().at("/recipients/0/state").asString("")).isEqualTo("read");
  }

  @Test
  void onlyTheSenderMayAskWhatBecameOfAMessage() {
    TestClient b = hub.newAgent("b");
    TestClient c = hub.newAgent("c");
    String id = b.ok("{'type':'msg.send','to':'a'}").path("messageId").asString("");
    assertThat(
            b.ok("{'type':'msg.status','messageId':'" + id + "'}")
                .at("/recipients/0/state")
                .asString(""))
        .isEqualTo("accepted");
    assertThat(c.refused("{'type':'msg.status','messageId':'" + id + "'}")).isEqualTo("not_found");
    assertThat(c.refused("{'type':'msg.await','messageId':'" + id + "'}")).isEqualTo("not_found");
  }
}
