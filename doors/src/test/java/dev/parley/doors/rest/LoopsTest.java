package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LoopsTest extends RestFixture {
  private static final String MESSAGES = "/api/loops/acme/channels/general/messages";

  private RestClient ada;
  private RestClient bob;
  private RestClient eve;
  private String code;

  @BeforeEach
  void acme() {
    ada = agent("ada");
    bob = agent("bob");
    eve = agent("eve");
    assertThat(ada.post("/api/loops", "{'name':'Acme'}").status()).isEqualTo(201);
    code = ada.post("/api/loops/acme/invites", "{}").json().path("code").asString();
    assertThat(bob.post("/api/loops/join", "{'code':'" + code + "'}").status()).isEqualTo(200);
  }

  @Test
  void whatIsSaidInAChannelIsReadPageByPage() {
    for (String word : new String[] {"one", "two", "three"}) {
      assertThat(ada.post(MESSAGES, "{'content':'" + word + "'}").status()).isEqualTo(200);
    }
    JsonNode newest = bob.get(MESSAGES + "?limit=2").json();
    assertThat(newest.path("messages").findValuesAsString("content"))
        .containsExactly("two", "three");
    JsonNode before =
        bob.get(MESSAGES + "?limit=2&cursor=" + newest.path("next").asString()).json();
    assertThat(before.path("messages").findValuesAsString("seq")).containsExactly("1");
    assertThat(before.path("next").isNull()).isTrue();
    assertThat(bob.get("/api/agents/bob/inbox").json().findValuesAsString("content"))
        .contains("one", "two", "three");
  }

  @Test
  void toAStrangerThereIsNoSuchLoop() {
    assertThat(ada.post(MESSAGES, "{'content':'among us'}").status()).isEqualTo(200);
    for (String path : new String[] {"", "/members", "/channels/general/messages"}) {
      Answer answer = eve.get("/api/loops/acme" + path);
      assertThat(answer.status()).as(path).isEqualTo(404);
      assertThat(answer.json().toString()).doesNotContain("among us");
    }
    assertThat(eve.post(MESSAGES, "{'content':'x'}").status()).isEqualTo(404);
    assertThat(eve.post("/api/loops/acme/invites", "{}").status()).isEqualTo(404);
    assertThat(eve.get("/api/loops").json().path("loops")).isEmpty();
    assertThat(
            eve.post("/api/agents/eve/subscriptions", "{'pattern':'loop/acme/#general'}").status())
        .isEqualTo(403);
  }

  @Test
  void aStrangerReadsNothingByWebSocketEither() {
    assertThat(ada.post(MESSAGES, "{'content':'among us'}").status()).isEqualTo(200);
    String conversation =
        ada.get("/api/loops/acme").json().findValuesAsString("conversationId").getFirst();
    TestClient mallory = hub.newAgent("mallory");
    String ask = "{'type':'msg.thread','conversationId':'" + conversation + "'}";
    assertThat(mallory.ok(ask).toString()).doesNotContain("among us");
    assertThat(hub.owner().ok(ask).toString()).contains("among us");
    assertThat(
            mallory
                .ask("{'type':'msg.route','path':'loop/acme/#general','content':'x'}")
                .path("code")
                .asString())
        .isEqualTo("forbidden");
  }

  @Test
  void membersSeeNoCodesAndManageNothing() {
    assertThat(bob.get("/api/loops/acme").json().toString()).doesNotContain(code);
    assertThat(bob.post("/api/loops/acme/channels", "{'name':'mine'}").status()).isEqualTo(403);
    assertThat(ada.send("DELETE", "/api/loops/acme/members/bob", null).status()).isEqualTo(204);
    assertThat(bob.get("/api/loops/acme").status()).isEqualTo(404);
  }

  @Test
  void theOwnerOfTheHubSeesAndDeletesEveryLoop() {
    assertThat(owner.get("/api/loops").json().path("loops").findValuesAsString("slug"))
        .containsExactly("acme");
    assertThat(owner.send("DELETE", "/api/loops/acme", null).status()).isEqualTo(204);
    assertThat(ada.get("/api/loops").json().path("loops")).isEmpty();
  }
}
