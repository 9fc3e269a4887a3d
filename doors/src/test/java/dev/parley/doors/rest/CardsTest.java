package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** CARD-1: cards are published, bounded, discoverable, and go with their agents. */
class CardsTest extends PersonsFixture {
  private static final String CARD =
      "{'name':'Ada','description':'counts','url':'https://example.org/a2a',"
          + "'preferredTransport':'JSONRPC','protocolVersion':'0.3.0',"
          + "'defaultInputModes':['text/plain'],'defaultOutputModes':['text/plain'],"
          + "'capabilities':{'streaming':true},"
          + "'skills':[{'id':'sum','name':'Sums','description':'adds','tags':['math']}],"
          + "'provider':{'organization':'Acme'}}";

  @Test
  void anAgentPublishesItsCardAndOthersFindIt() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");

    assertThat(ada.send("PUT", "/api/agents/ada/card", CARD).status()).isEqualTo(200);

    assertThat(bob.get("/api/agents/ada/card").json()).isEqualTo(Json.of(CARD));
    assertThat(bob.get("/api/agents/ada").json().path("agent").path("card"))
        .isEqualTo(Json.of(CARD));
    assertThat(bob.get("/api/agents").json().toString()).doesNotContain("JSONRPC");
    assertThat(bob.get("/api/agents?cards=true").json().toString()).contains("JSONRPC");
  }

  @Test
  void aCardSurvivesARestartAndGoesWithItsAgent() {
    assertThat(agent("ada").send("PUT", "/api/agents/ada/card", CARD).status()).isEqualTo(200);
    restart();
    assertThat(owner.get("/api/agents/ada/card").json()).isEqualTo(Json.of(CARD));
    owner.send("PATCH", "/api/agents/ada", "{'metadata':{'a':1},'name':'A'}");
    assertThat(owner.get("/api/agents/ada/card").json()).isEqualTo(Json.of(CARD));

    owner.send("DELETE", "/api/agents/ada", null);
    hub.agent("ada");
    assertThat(owner.get("/api/agents/ada/card").status()).isEqualTo(404);
  }

  @Test
  void aCardIsTakenBack() {
    RestClient ada = agent("ada");
    ada.send("PUT", "/api/agents/ada/card", CARD);
    assertThat(ada.send("DELETE", "/api/agents/ada/card", null).status()).isEqualTo(204);
    assertThat(ada.get("/api/agents/ada/card").status()).isEqualTo(404);
  }

  @Test
  void onlyTheAgentAndItsOwnersChangeACard() {
    RestClient bob = agent("bob");
    hub.agent("ada");

    assertThat(bob.send("PUT", "/api/agents/ada/card", CARD).status()).isEqualTo(403);
    assertThat(bob.send("DELETE", "/api/agents/ada/card", null).status()).isEqualTo(403);
    assertThat(owner.send("PUT", "/api/agents/ada/card", CARD).status()).isEqualTo(200);
  }

  @Test
  void ofAnotherOwnersBotNobodySeesTheCard() {
    RestClient ann = person("ann");
    RestClient eve = person("eve");
    Bot scout = bot(ann, "Scout");
    assertThat(ann.post(scout.path("/card"), CARD).status()).isEqualTo(200);

    assertThat(scout.client().get(scout.path("/card")).json()).isEqualTo(Json.of(CARD));
    assertThat(eve.get(scout.path("/card")).status()).isEqualTo(404);
    assertThat(eve.get("/api/agents/" + scout.id() + "/card").status()).isEqualTo(404);
    assertThat(eve.send("PUT", "/api/agents/" + scout.id() + "/card", CARD).status())
        .isEqualTo(404);
    assertThat(eve.get("/api/agents?cards=true").json().toString()).doesNotContain("JSONRPC");
  }

  @Test
  void whatIsWrongInACardIsNamedAndChangesNothing() {
    RestClient ada = agent("ada");
    ada.send("PUT", "/api/agents/ada/card", CARD);
    for (List<String> wrong :
        List.of(
            List.of("{}", "'name' is missing"),
            List.of("[]", "a card must be a JSON object"),
            List.of("{'name':7}", "'name' must be"),
            List.of("{'name':'A','url':'javascript:alert(1)'}", "'url' must be"),
            List.of("{'name':'A','skills':[{'id':'x'}]}", "'skills.name' is missing"),
            List.of("{'name':'A','capabilities':[]}", "'capabilities' must be"),
            List.of("{'name':'A','defaultInputModes':[1]}", "'defaultInputModes' must be"),
            List.of("{'name':'A','provider':{}}", "'provider.organization' is missing"))) {
      RestClient.Answer answer = ada.send("PUT", "/api/agents/ada/card", wrong.getFirst());
      assertThat(answer.status()).as(wrong.getFirst()).isEqualTo(400);
      assertThat(answer.json().path("detail").asString()).contains(wrong.getLast());
    }
    String skill = "{'id':'i','name':'n','description':'" + "x".repeat(4_000) + "'}";
    String large = "{'name':'A','skills':[" + String.join(",", List.of(skill, skill, skill)) + "]}";
    assertThat(ada.send("PUT", "/api/agents/ada/card", large).status()).isEqualTo(200);
    String larger = large.replace("[{", "[" + skill + "," + skill + ",{");
    assertThat(ada.send("PUT", "/api/agents/ada/card", larger).status()).isEqualTo(413);
    assertThat(ada.get("/api/agents/ada/card").json().path("skills")).hasSize(3);
  }

  @Test
  void overTheWebSocketACardIsPublishedWithAnUpdateAndListedOnRequest() {
    TestClient ada = hub.newAgent("ada");

    JsonNode updated = ada.ok("{'type':'agent.update','card':" + CARD + "}");

    assertThat(updated.path("agent").path("card")).isEqualTo(Json.of(CARD));
    assertThat(ada.ok("{'type':'agent.list'}").toString()).doesNotContain("JSONRPC");
    assertThat(ada.ok("{'type':'agent.list','options':{'cards':true}}").toString())
        .contains("JSONRPC");
    assertThat(ada.ask("{'type':'agent.update','card':{'url':'x'}}").path("code").asString())
        .isEqualTo("bad_request");
  }
}
