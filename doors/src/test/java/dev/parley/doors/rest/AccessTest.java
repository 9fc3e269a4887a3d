package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Access rules, made over REST and felt at the doors. */
class AccessTest extends RestFixture {

  private void rule(String text) {
    String[] parts = text.split(" ");
    RestClient.Answer answer =
        owner.send(
            "PUT",
            "/api/access",
            "{'effect':'%s','subject':'%s','action':'%s','path':'%s'}".formatted((Object[]) parts));
    assertThat(answer.status()).as(answer.http().body()).isEqualTo(200);
  }

  private static String query(String who, String action, String path) {
    return "?subject="
        + URLEncoder.encode(who, StandardCharsets.UTF_8)
        + "&action="
        + action
        + "&path="
        + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  private void expectAudit(String who, String action, String outcome, String door, String reason) {
    await()
        .untilAsserted(
            () -> {
              JsonNode entry =
                  owner.get("/api/audit?who=" + who + "&action=" + action).json().at("/entries/0");
              assertThat(entry.path("outcome").asString()).isEqualTo(outcome);
              assertThat(entry.path("door").asString()).isEqualTo(door);
              assertThat(entry.path("address").asString()).isEqualTo("127.0.0.1");
              assertThat(entry.path("reason").asString()).contains(reason);
            });
  }

  @Test
  void rulesAreMadeListedExplainedAndRemoved() {
    hub.agents("ada", "bob");
    rule("deny ada send agent/bob");
    rule("allow group/staff read agent/*");

    assertThat(owner.get("/api/access").json().path("rules"))
        .extracting(rule -> rule.path("effect").asString() + " " + rule.path("subject").asString())
        .containsExactly("deny agent/ada", "allow group/staff");
    JsonNode why = owner.get("/api/access/why" + query("ada", "send", "agent/bob")).json();
    assertThat(why.path("allowed").asBoolean(true)).isFalse();
    assertThat(why.path("reason").asString()).isEqualTo("rule: deny agent/ada send agent/bob");
    assertThat(why.path("rule").path("action").asString()).isEqualTo("send");

    RestClient.Answer removed =
        owner.send("DELETE", "/api/access" + query("agent/ada", "send", "agent/bob"), null);
    assertThat(removed.status()).isEqualTo(200);
    assertThat(owner.get("/api/access/why" + query("ada", "send", "agent/bob")).json())
        .isEqualTo(Json.of("{'allowed':true,'reason':'default: anybody may send to anybody'}"));
    assertThat(
            owner.send("DELETE", "/api/access" + query("ada", "send", "agent/bob"), null).status())
        .isEqualTo(404);
    await()
        .untilAsserted(
            () ->
                assertThat(owner.get("/api/audit").json().path("entries"))
                    .extracting(
                        entry ->
                            entry.path("action").asString()
                                + ": "
                                + entry.path("subject").asString())
                    .containsExactly(
                        "access.remove: deny agent/ada send agent/bob",
                        "access.allow: allow group/staff read agent/*",
                        "access.deny: deny agent/ada send agent/bob"));
  }

  @Test
  void rulesOutliveARestart() {
    hub.agents("bob");
    rule("deny everyone send agent/bob");
    restart();

    assertThat(agent("ada").post("/api/messages", "{'to':'bob','content':'x'}").status())
        .isEqualTo(403);
  }

  @Test
  void badRulesAreRefusedByNameAndChangeNothing() {
    String[][] wrong = {
      {"'effect':'maybe','subject':'ada','action':'send','path':'x'", "effect"},
      {"'effect':'deny','subject':'a b','action':'send','path':'x'", "subject"},
      {"'effect':'deny','subject':'ada','action':'fly','path':'x'", "action"},
      {"'effect':'deny','subject':'ada','action':'send'", "path"},
      {"'effect':'deny','subject':'ada','action':'send','path':''", "path"},
    };
    for (String[] each : wrong) {
      RestClient.Answer answer = owner.send("PUT", "/api/access", "{" + each[0] + "}");
      assertThat(answer.status()).as(each[0]).isEqualTo(400);
      assertThat(answer.json().path("detail").asString()).contains("'" + each[1] + "'");
    }
    assertThat(owner.get("/api/access/why" + query("everyone", "send", "x")).status())
        .isEqualTo(400);
    assertThat(owner.get("/api/access/why" + query("nobody", "send", "x")).status()).isEqualTo(404);
    assertThat(owner.get("/api/access").json().path("rules")).isEmpty();
  }

  @Test
  void rulesAreTheOwnersAlone() {
    RestClient ada = agent("ada");

    assertThat(ada.get("/api/access").status()).isEqualTo(403);
    assertThat(
            ada.send(
                    "PUT",
                    "/api/access",
                    "{'effect':'allow','subject':'ada','action':'read','path':'agent/*'}")
                .status())
        .isEqualTo(403);
    assertThat(hub.rules().all()).isEmpty();
    expectAudit("ada", "putAccessRule", "forbidden", "rest", "only the owner");
  }

  @Test
  void whoMayNotSendIsRefusedAtEveryDoorAndItIsWrittenDown() {
    hub.agents("bob", "eve");
    String token = hub.agent("ada");
    rule("deny ada send agent/bob");
    TestClient ada = hub.connectAgent("ada", token);

    assertThat(ada.refused("{'type':'msg.send','to':'bob','content':'x'}")).isEqualTo("forbidden");
    expectAudit("ada", "msg.send", "forbidden", "ws", "rule: deny agent/ada send agent/bob");
    assertThat(ada.refused("{'type':'msg.send','to':['eve','bob'],'content':'x'}"))
        .isEqualTo("forbidden");
    assertThat(ada.refused("{'type':'msg.broadcast','content':'x'}")).isEqualTo("forbidden");
    assertThat(as(token).post("/api/messages", "{'to':'bob','content':'x'}").code())
        .isEqualTo("forbidden");
    expectAudit("ada", "send", "forbidden", "rest", "rule: deny agent/ada send agent/bob");

    ada.ok("{'type':'msg.send','to':'eve','content':'allowed'}");
    assertThat(owner.get("/api/agents/bob/inbox").json().path("copies")).isEmpty();
    assertThat(owner.get("/api/agents/eve/inbox").json().path("copies")).hasSize(1);
  }

  @Test
  void aReplyIsAMessageLikeAnyOther() {
    hub.agents("bob");
    TestClient ada = hub.newAgent("ada");
    String asked = send("bob", "ada", "?");
    rule("deny ada send agent/bob");

    assertThat(ada.refused("{'type':'msg.reply','replyTo':'" + asked + "','content':'!'}"))
        .isEqualTo("forbidden");
  }

  @Test
  void mailOfOthersIsSubscribedToByPermissionOnly() {
    String token = hub.agent("ada");
    TestClient ada = hub.connectAgent("ada", token);
    ada.ok("{'type':'session.create','sessionId':'s'}");
    String path = "/api/agents/ada/subscriptions";

    assertThat(ada.refused("{'type':'msg.sub.add','pattern':'agent/**'}")).isEqualTo("forbidden");
    expectAudit("ada", "msg.sub.add", "forbidden", "ws", "would copy mail of other agents");
    assertThat(ada.refused("{'type':'msg.session.sub.add','sessionId':'s','pattern':'**'}"))
        .isEqualTo("forbidden");
    assertThat(as(token).post(path, "{'pattern':'agent/bob'}").status()).isEqualTo(403);
    assertThat(owner.get(path).json().path("subscriptions")).isEmpty();

    assertThat(owner.post(path, "{'pattern':'agent/bob'}").status()).isEqualTo(200);
    rule("allow ada subscribe agent/**");
    ada.ok("{'type':'msg.sub.add','pattern':'agent/**'}");
    ada.ok("{'type':'msg.session.sub.add','sessionId':'s','pattern':'agent/*'}");
  }

  @Test
  void theBoxesOfAnotherAreReadByPermissionOnlyAndNeverChanged() {
    hub.agents("bob");
    String token = hub.agent("ada");
    TestClient ada = hub.connectAgent("ada", token);
    send("developer", "bob", "secret");

    assertThat(ada.refused("{'type':'msg.history','agentId':'bob'}")).isEqualTo("forbidden");
    assertThat(as(token).get("/api/agents/bob/inbox").status()).isEqualTo(403);
    expectAudit("ada", "inbox", "forbidden", "rest", "own boxes only");

    rule("allow ada read agent/bob");
    assertThat(ada.ok("{'type':'msg.history','agentId':'bob'}").path("messages")).hasSize(1);
    assertThat(as(token).get("/api/agents/bob/inbox").json().path("copies")).hasSize(1);
    assertThat(ada.refused("{'type':'msg.receive','agentId':'bob'}")).isEqualTo("forbidden");
    assertThat(ada.refused("{'type':'msg.clear','agentId':'bob'}")).isEqualTo("forbidden");
  }

  @Test
  void whoIsNotToBeSeenIsNotThere() {
    hub.agents("bob", "eve");
    TestClient ada = hub.newAgent("ada");
    rule("deny ada see agent/bob");

    assertThat(ada.refused("{'type':'agent.get','agentId':'bob'}")).isEqualTo("not_found");
    assertThat(ada.ok("{'type':'agent.list','options':{'limit':2}}").path("agents"))
        .extracting(agent -> agent.path("agentId").asString())
        .containsExactly("ada", "eve");
    assertThat(ada.ok("{'type':'msg.presence'}").path("agents"))
        .extracting(agent -> agent.path("agentId").asString())
        .doesNotContain("bob");
    expectAudit("ada", "agent.get", "not_found", "ws", "no agent 'bob'");
    hub.owner().ok("{'type':'agent.get','agentId':'bob'}");
  }

  @Test
  void metadataThatNoReaderUnderstandsTakeNobodyOffTheList() {
    hub.agents("ada");
    TestClient bob = hub.newAgent("bob");
    hub.broker()
        .participants()
        .updateAgent(new AgentId("ada"), null, null, "{\"a\":{\"b\":1,\"b\":2}}")
        .join();

    assertThat(bob.ok("{'type':'agent.get','agentId':'ada'}").path("agent").path("status"))
        .hasToString("\"offline\"");
    assertThat(owner.get("/api/agents/ada").json().path("agent").path("agentId").asString())
        .isEqualTo("ada");
  }

  @Test
  void presenceTellsAnAgentOfOthersOnlyWhetherTheyAreOnline() {
    hub.agents("bob");
    TestClient ada = hub.newAgent("ada");

    JsonNode agents = ada.ok("{'type':'msg.presence'}").path("agents");

    assertThat(agents.path(0).path("connections").asInt()).isEqualTo(1);
    assertThat(agents.path(1)).hasToString("{\"agentId\":\"bob\",\"online\":false}");
  }

  @Test
  void aTokenCanBeWithdrawn() {
    TestClient ada = hub.newAgent("ada");

    assertThat(owner.send("DELETE", "/api/agents/ada/token", null).status()).isEqualTo(204);

    assertThat(ada.closeCode()).isEqualTo(4401);
    expectAudit("owner", "agent.revoke", "ok", "rest", "");
  }

  @Test
  void theOwnerSeesWhoListensInOnAnAgentsMailAndWhoMay() {
    hub.agents("ada", "bob", "eve", "tim");
    RestClient zoe = agent("zoe");
    owner.post("/api/agents/eve/subscriptions", "{'pattern':'agent/**'}");
    owner.post("/api/agents/eve/subscriptions", "{'pattern':'news/**'}");
    owner.post("/api/agents/tim/sessions", "{'sessionId':'s1'}");
    hub.broker()
        .participants()
        .subscribe(
            new SessionKey(new AgentId("tim"), new SessionId("s1")), Pattern.parse("agent/ada/x"))
        .join();
    rule("allow bob read agent/*");
    rule("allow everyone subscribe agent/**");
    rule("deny everyone subscribe agent/bob");
    rule("allow ada read agent/ada");

    JsonNode ofAda = owner.get("/api/agents/ada/listeners").json();
    assertThat(listeners(ofAda))
        .containsExactlyInAnyOrder("eve [\"agent/**\"]", "tim [\"agent/ada/x\"]");
    assertThat(ofAda.path("rules").findValuesAsString("subject"))
        .containsExactlyInAnyOrder("agent/bob", "everyone");
    JsonNode ofBob = owner.get("/api/agents/bob/listeners").json();
    assertThat(listeners(ofBob)).containsExactly("eve [\"agent/**\"]");
    assertThat(ofBob.path("rules")).isEmpty();

    assertThat(owner.get("/api/agents/nobody/listeners").status()).isEqualTo(404);
    assertThat(zoe.get("/api/agents/zoe/listeners").status()).isEqualTo(403);
  }

  private static List<String> listeners(JsonNode answer) {
    return answer
        .path("listeners")
        .valueStream()
        .map(each -> each.path("agentId").asString() + " " + each.path("patterns"))
        .toList();
  }
}
