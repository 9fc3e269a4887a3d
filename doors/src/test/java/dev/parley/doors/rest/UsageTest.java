package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** LOOP-3: who may say what was used, and who sees it. */
class UsageTest extends PersonsFixture {

  private static String used(String id, String model, int tokens) {
    return "{'id':'%s','model':'%s','calls':2,'inputTokens':%d,'outputTokens':7,'costMicros':%d}"
        .formatted(id, model, tokens, tokens * 10);
  }

  private static JsonNode total(RestClient who) {
    return who.get("/api/usage").json().path("total");
  }

  @Test
  void anAgentSaysWhatItHasUsedAndRepeatingCountsOnce() {
    RestClient ada = agent("ada");

    assertThat(ada.post("/api/usage", used("r1", "m/1", 100)).json().path("counted").asBoolean())
        .isTrue();
    assertThat(ada.post("/api/usage", used("r1", "m/1", 100)).json().path("counted").asBoolean())
        .isFalse();
    assertThat(ada.post("/api/usage", used("r1", "m/1", 101)).status()).isEqualTo(409);
    ada.post("/api/usage", used("r2", "m/2", 1));

    JsonNode byModel = ada.get("/api/usage?by=model").json();
    assertThat(byModel.path("rows").findValuesAsString("key")).containsExactly("m/1", "m/2");
    assertThat(byModel.path("total").path("calls").asInt()).isEqualTo(4);
    assertThat(byModel.path("total").path("inputTokens").asInt()).isEqualTo(101);
    assertThat(byModel.path("total").path("outputTokens").asInt()).isEqualTo(14);
    assertThat(byModel.path("total").path("costMicros").asInt()).isEqualTo(1_010);
  }

  private static int inputOf(RestClient who, String agent) {
    return who.get("/api/usage?agent=" + agent).json().path("total").path("inputTokens").asInt();
  }

  @Test
  void everybodySeesWhatIsTheirs() {
    RestClient ann = person("ann");
    RestClient eve = person("eve");
    Bot scout = bot(ann, "Scout");
    Bot spy = bot(eve, "Spy");
    scout.client().post("/api/usage", used("a", "m", 10));
    spy.client().post("/api/usage", used("a", "m", 1));
    agent("ada").post("/api/usage", used("a", "m", 100));

    assertThat(total(scout.client()).path("inputTokens").asInt()).isEqualTo(10);
    assertThat(total(ann).path("inputTokens").asInt()).isEqualTo(10);
    assertThat(total(eve).path("inputTokens").asInt()).isEqualTo(1);
    assertThat(total(owner).path("inputTokens").asInt()).isEqualTo(111);
    assertThat(owner.get("/api/usage?by=owner").json().path("rows").findValuesAsString("key"))
        .containsExactly("developer", "ann", "eve");
    assertThat(owner.get("/api/usage?by=day").json().path("rows")).hasSize(1);
    assertThat(inputOf(owner, "ada")).isEqualTo(100);
    assertThat(inputOf(ann, "ada")).isZero();
    assertThat(owner.get("/api/usage?agent=no%20name").code()).isEqualTo("bad_request");
  }

  @Test
  void anOwnerSpeaksForItsAgentsAndNobodyForOthers() {
    RestClient ann = person("ann");
    RestClient eve = person("eve");
    Bot scout = bot(ann, "Scout");
    String entry = used("x", "m", 5).replace("{'id'", "{'agentId':'" + scout.id() + "','id'");

    assertThat(eve.post("/api/usage", entry).status()).isEqualTo(403);
    assertThat(agent("ada").post("/api/usage", entry).status()).isEqualTo(403);
    assertThat(ann.post("/api/usage", entry).status()).isEqualTo(200);
    assertThat(owner.post("/api/usage", entry.replace("'x'", "'y'")).status()).isEqualTo(200);
    assertThat(owner.post("/api/usage", used("z", "m", 5)).status()).as("whose?").isEqualTo(400);
    assertThat(total(scout.client()).path("inputTokens").asInt()).isEqualTo(10);
  }

  @Test
  void whatCannotBeTrueIsRefusedAndNotCounted() {
    RestClient ada = agent("ada");
    for (String wrong :
        new String[] {
          "{'id':'a','model':'m','inputTokens':-1}",
          "{'id':'a','model':'m','costMicros':9000000000000000000}",
          "{'id':'a','model':'m','calls':0}",
          "{'id':'a','model':'m','inputTokens':1.5}",
          "{'id':'a','model':'m m'}",
          "{'id':'','model':'m'}",
          "{'model':'m'}",
          "{'id':'a'}"
        }) {
      Answer answer = ada.post("/api/usage", wrong);
      assertThat(answer.status()).as(wrong).isEqualTo(400);
    }
    assertThat(ada.get("/api/usage?by=colour").status()).isEqualTo(400);
    assertThat(ada.get("/api/usage?from=yesterday").status()).isEqualTo(400);
    assertThat(ada.get("/api/usage?from=2026-02-01&to=2026-01-01").status()).isEqualTo(400);
    assertThat(total(ada).path("calls").asInt()).isZero();
  }

  @Test
  void aLaterAgentOfTheSameNameStartsWithNothing() {
    agent("ada").post("/api/usage", used("a", "m", 10));
    owner.send("DELETE", "/api/agents/ada", null);

    assertThat(total(agent("ada")).path("inputTokens").asInt()).isZero();
    assertThat(total(owner).path("inputTokens").asInt()).isEqualTo(10);
  }
}
