package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class AgentsTest extends RestFixture {

  @Test
  void anAgentIsMadeShownChangedAndRemoved() {
    Answer made =
        owner.post(
            "/api/agents",
            "{'agentId':'ada','name':'Ada','description':'counts','metadata':{'team':1}}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("token").asString()).startsWith("prl_");
    JsonNode agent = made.json().path("agent");
    assertThat(agent.path("agentId").asString()).isEqualTo("ada");
    assertThat(agent.path("metadata").path("team").asInt()).isEqualTo(1);
    assertThat(agent.path("presence").path("online").asBoolean()).isFalse();
    assertThat(agent.path("unread").asInt()).isZero();
    assertThat(agent.path("subscriptions").isArray()).isTrue();

    Answer changed = owner.send("PATCH", "/api/agents/ada", "{'name':'Countess'}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().path("agent").path("name").asString()).isEqualTo("Countess");
    assertThat(changed.json().path("agent").path("description").asString()).isEqualTo("counts");

    assertThat(owner.send("DELETE", "/api/agents/ada", null).status()).isEqualTo(200);
    Answer gone = owner.get("/api/agents/ada");
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.header("content-type")).isEqualTo("application/problem+json");
    assertThat(gone.code()).isEqualTo("not_found");
    assertThat(gone.json().path("title").asString()).isEqualTo("Not Found");
    assertThat(gone.json().path("retryable").asBoolean()).isFalse();
  }

  @Test
  void theTokenOfANewAgentWorksAtOnceAndTheOldOneStopsWhenItIsRenewed() {
    String first = owner.post("/api/agents", "{'agentId':'ada'}").json().path("token").asString();
    RestClient ada = as(first);
    assertThat(ada.get("/api/me").json().path("principal").path("agentId").asString())
        .isEqualTo("ada");

    String second = ada.post("/api/agents/ada/token", null).json().path("token").asString();

    assertThat(ada.get("/api/me").status()).isEqualTo(401);
    assertThat(as(second).get("/api/me").status()).isEqualTo(200);
  }

  @Test
  void agentsComeInPages() {
    for (String id : new String[] {"d", "b", "a", "c"}) {
      hub.agent(id);
    }

    JsonNode first = owner.get("/api/agents?limit=3").json();
    assertThat(first.path("agents").findValuesAsString("agentId")).containsExactly("a", "b", "c");
    String next = first.path("next").asString();
    JsonNode second = owner.get("/api/agents?limit=3&cursor=" + next).json();
    assertThat(second.path("agents").findValuesAsString("agentId")).containsExactly("d");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void anAgentSeesTheCardsOfOthersAndChangesOnlyItself() {
    RestClient ada = agent("ada");
    hub.agent("bob");

    assertThat(ada.get("/api/agents").json().path("agents").findValuesAsString("agentId"))
        .containsExactly("ada", "bob");
    assertThat(ada.get("/api/agents/bob").json().path("agent").toString())
        .isEqualTo(
            "{'agentId':'bob','name':'bob','status':'offline','capabilities':[],".replace('\'', '"')
                + "\"presence\":{\"online\":false}}");
    assertThat(ada.send("PATCH", "/api/agents/bob", "{'name':'x'}").status()).isEqualTo(403);
    assertThat(ada.post("/api/agents/bob/token", null).status()).isEqualTo(403);
    assertThat(ada.send("DELETE", "/api/agents/ada", null).status()).isEqualTo(403);
    assertThat(ada.post("/api/agents", "{'agentId':'eve'}").status()).isEqualTo(403);
    assertThat(ada.get("/api/stats").status()).isEqualTo(403);
    assertThat(ada.get("/api/audit").status()).isEqualTo(403);
    assertThat(ada.get("/api/dead-letters").status()).isEqualTo(403);
    assertThat(ada.get("/api/agents/ada").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|'agentId' is missing (a string)",
        "{'agentId':7}|'agentId' must be a string",
        "{'agentId':'a b'}|'agentId'",
        "{'agentId':'x','name':' '}|'name' is empty",
        "{'agentId':'x','metadata':[]}|'metadata' must be an object",
        "[]|a body must be one JSON object",
        "{'agentId':|not JSON",
        "{'agentId':'x','agentId':'y'}|'agentId' appears twice"
      })
  void aBadAgentIsRefusedByName(String body, String why) {
    Answer refused = owner.post("/api/agents", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("detail").asString()).contains(why);
    assertThat(owner.get("/api/agents").json().path("agents")).isEmpty();
  }

  @Test
  void whatIsThereAlreadyIsAConflict() {
    hub.agent("ada");

    Answer refused = owner.post("/api/agents", "{'agentId':'ada'}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("already_exists");
  }

  @Test
  void subscriptionsAreListedAddedAndRemoved() {
    RestClient ada = agent("ada");
    ada.post("/api/agents/ada/subscriptions", "{'pattern':'news/*'}");
    JsonNode added = ada.post("/api/agents/ada/subscriptions", "{'pattern':'a/**'}").json();
    assertThat(added.path("subscriptions").findValuesAsString("pattern")).containsExactly("a/**");
    JsonNode two = ada.get("/api/agents/ada/subscriptions").json();
    assertThat(two.path("subscriptions").findValuesAsString("pattern"))
        .containsExactly("news/*", "a/**");
    assertThat(two.path("subscriptions").path(0).path("createdAt").asLong()).isPositive();

    Answer left = ada.send("DELETE", "/api/agents/ada/subscriptions?pattern=news%2F*", null);
    assertThat(left.status()).isEqualTo(204);
    assertThat(
            ada.get("/api/agents/ada/subscriptions")
                .json()
                .path("subscriptions")
                .findValuesAsString("pattern"))
        .containsExactly("a/**");
    assertThat(ada.send("DELETE", "/api/agents/ada/subscriptions?pattern=nothing", null).status())
        .isEqualTo(404);
    assertThat(ada.send("DELETE", "/api/agents/ada/subscriptions", null).status()).isEqualTo(400);
    assertThat(owner.get("/api/agents/ada").json().path("agent").path("subscriptions").path(0))
        .hasToString("\"a/**\"");
  }

  @Test
  void sessionsAreListedMadeAndRemoved() {
    RestClient ada = agent("ada");
    Answer made = ada.post("/api/agents/ada/sessions", "{'sessionId':'s1','title':'One'}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("session").path("title").asString()).isEqualTo("One");
    assertThat(
            ada.get("/api/agents/ada/sessions")
                .json()
                .path("sessions")
                .findValuesAsString("sessionId"))
        .containsExactly("s1");

    assertThat(ada.send("DELETE", "/api/agents/ada/sessions/s1", null).status()).isEqualTo(204);
    assertThat(ada.get("/api/agents/ada/sessions").json().path("sessions")).isEmpty();
  }

  @Test
  void groupsArePutListedAndRemoved() {
    hub.agents("ada", "bob");
    Answer put = owner.send("PUT", "/api/groups/team", "{'members':['ada','bob']}");
    assertThat(put.json().path("group").path("members")).hasSize(2);
    assertThat(owner.get("/api/groups").json().path("groups").findValuesAsString("name"))
        .containsExactly("team");
    assertThat(owner.send("PUT", "/api/groups/team", "{'members':['nobody']}").status())
        .isEqualTo(404);
    assertThat(owner.send("DELETE", "/api/groups/team", null).status()).isEqualTo(204);
    assertThat(owner.get("/api/groups").json().path("groups")).isEmpty();
  }

  @Test
  void aGroupIsRenamedByTheOwnerAlone() {
    hub.agents("ada", "bob");
    owner.send("PUT", "/api/groups/team", "{'members':['ada','bob']}");
    owner.send("PUT", "/api/groups/others", "{'members':[]}");
    RestClient eve = agent("eve");

    assertThat(eve.send("PATCH", "/api/groups/team", "{'name':'mine'}").status()).isEqualTo(403);
    assertThat(owner.send("PATCH", "/api/groups/team", "{'name':'others'}").code())
        .isEqualTo("already_exists");
    assertThat(owner.send("PATCH", "/api/groups/nobody", "{'name':'x'}").status()).isEqualTo(404);
    assertThat(owner.send("PATCH", "/api/groups/team", "{'name':'a/b'}").status()).isEqualTo(400);
    assertThat(owner.send("PATCH", "/api/groups/team", "{}").status()).isEqualTo(400);

    Answer renamed = owner.send("PATCH", "/api/groups/team", "{'name':'crew'}");

    assertThat(renamed.json().path("group").path("name").asString()).isEqualTo("crew");
    assertThat(renamed.json().path("group").path("members")).hasSize(2);
    assertThat(eve.get("/api/groups").json().path("groups").findValuesAsString("name"))
        .containsExactly("crew", "others");
  }
}
