package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may ask for what, request by request. */
class AuthorizationTest {
  private static TestHub hub;
  private static TestClient owner;
  private static TestClient agent;

  /** Requests in which {@code agentId} says whom they are about. */
  private static final List<String> ABOUT_SOMEBODY =
      List.of(
          "msg.receive",
          "msg.history",
          "msg.outbox",
          "msg.read",
          "msg.clear",
          "msg.listen",
          "msg.unlisten",
          "msg.ack",
          "msg.sub.add",
          "msg.sub.remove",
          "msg.sub.list",
          "msg.session.receive",
          "msg.session.history",
          "msg.session.listen",
          "msg.session.sub.add",
          "msg.session.sub.remove",
          "msg.session.sub.list",
          "agent.update",
          "agent.instructions.get",
          "agent.tools.list",
          "agent.tools.refresh",
          "logs.conversations",
          "logs.search",
          "session.abort",
          "agent.token",
          "session.create",
          "session.get",
          "session.list",
          "session.delete",
          "stats");

  private static final List<String> FROM_SOMEBODY =
      List.of("msg.send", "msg.route", "msg.broadcast", "msg.reply", "msg.request");

  private static final List<String> OWNERS =
      List.of(
          "agent.create",
          "agent.delete",
          "agent.revoke",
          "agent.instructions.set",
          "agent.tools.execute",
          "session.start",
          "session.continue",
          "group.put",
          "group.delete",
          "msg.unmatched",
          "msg.unmatched.clear",
          "msg.unmatched.replay",
          "backup");

  private static final List<String> ANYBODYS =
      List.of(
          "ping",
          "auth",
          "agent.get",
          "agent.list",
          "msg.presence",
          "group.get",
          "group.list",
          "msg.status",
          "msg.await",
          "msg.thread",
          "msg.tally");

  @BeforeAll
  static void start() {
    hub = TestHub.start();
    owner = hub.owner();
    agent = hub.newAgent("me");
    hub.agents("other");
  }

  @AfterAll
  static void stop() {
    hub.close();
  }

  @Test
  void everyRequestHasItsRuleHere() {
    Set<String> known = new TreeSet<>(ABOUT_SOMEBODY);
    known.addAll(FROM_SOMEBODY);
    known.addAll(OWNERS);
    known.addAll(ANYBODYS);
    assertThat(known).containsExactlyElementsOf(new TreeSet<>(hub.requestNames()));
  }

  private static void assertForbidden(String request) {
    assertThat(agent.refused(request)).as(request).isEqualTo("forbidden");
  }

  private static void assertNotForbidden(TestClient client, String request) {
    assertThat(client.ask(request).path("code").asString("")).as(request).isNotEqualTo("forbidden");
  }

  @Test
  void anAgentMayNotAskAboutAnother() {
    for (String type : ABOUT_SOMEBODY) {
      assertForbidden(
          "{'type':'" + type + "','agentId':'other','sessionId':'s','pattern':'p','ids':[]}");
    }
  }

  @Test
  void anAgentMayAskAboutItselfByNameOrWithout() {
    for (String type : ABOUT_SOMEBODY) {
      if (!type.equals("agent.token")) {
        assertNotForbidden(
            agent, "{'type':'" + type + "','agentId':'me','sessionId':'s','pattern':'p','ids':[]}");
        assertNotForbidden(agent, "{'type':'" + type + "','sessionId':'s','pattern':'p','ids':[]}");
      }
    }
  }

  @Test
  void anAgentMayNotSpeakForAnother() {
    for (String type : FROM_SOMEBODY) {
      assertForbidden(
          "{'type':'"
              + type
              + "','from':'other','to':'other','path':'x','replyTo':'0198c0de-0000-7000-8000-000000000001'}");
      assertForbidden(
          "{'type':'"
              + type
              + "','from':'developer','to':'other','path':'x','replyTo':'0198c0de-0000-7000-8000-000000000001'}");
    }
  }

  @Test
  void anAgentMaySpeakForItself() {
    for (String type : FROM_SOMEBODY) {
      assertNotForbidden(
          agent,
          "{'type':'"
              + type
              + "','from':'me','to':'other','path':'x','timeoutMs':1,'replyTo':'0198c0de-0000-7000-8000-000000000001'}");
    }
  }

  @Test
  void whatIsTheOwnersIsNoAgents() {
    for (String type : OWNERS) {
      assertForbidden(
          "{'type':'"
              + type
              + "','agentId':'me','name':'g','members':['me'],'directory':'/nonexistent/x',"
              + "'sessionId':'s','prompt':'x','tool':'clock'}");
    }
  }

  @Test
  void whatIsAnybodysIsAnAgentsToo() {
    for (String type : ANYBODYS) {
      assertNotForbidden(
          agent,
          "{'type':'"
              + type
              + "','name':'g','messageId':'0198c0de-0000-7000-8000-000000000001','timeoutMs':1}");
    }
  }

  @Test
  void theOwnerMayAskAboutAnybody() {
    for (String type : ABOUT_SOMEBODY) {
      assertNotForbidden(
          owner,
          "{'type':'" + type + "','agentId':'other','sessionId':'s','pattern':'p','ids':[]}");
    }
    for (String type : FROM_SOMEBODY) {
      assertNotForbidden(
          owner,
          "{'type':'"
              + type
              + "','from':'other','to':'other','path':'x','timeoutMs':1,'replyTo':'0198c0de-0000-7000-8000-000000000001'}");
    }
  }

  @ParameterizedTest
  @CsvSource({"msg.status", "msg.tally", "msg.await"})
  void anotherOnesMessageDoesNotExistForAnAgent(String type) {
    String id =
        owner.ok("{'type':'msg.send','from':'other','to':'other'}").path("messageId").asString("");
    assertThat(agent.refused("{'type':'" + type + "','messageId':'" + id + "','timeoutMs':1}"))
        .isEqualTo("not_found");
  }
}
