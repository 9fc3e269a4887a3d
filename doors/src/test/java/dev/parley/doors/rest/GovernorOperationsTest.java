package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** GOV-1 at the door: who is stopped is told so, and whose agents they are lets them go on. */
class GovernorOperationsTest extends PersonsFixture {

  /** Two agents answer each other until one is refused. */
  private static Answer loop(String one, RestClient first, String two, RestClient second) {
    String last = "";
    for (int i = 0; i < 50; i++) {
      boolean odd = i % 2 == 1;
      Answer answer =
          (odd ? second : first)
              .post(
                  "/api/messages",
                  "{'to':'%s','content':'thanks'%s}"
                      .formatted(
                          odd ? one : two, last.isEmpty() ? "" : ",'replyTo':'" + last + "'"));
      if (answer.status() >= 400) {
        return answer;
      }
      last = answer.json().path("messageId").asString();
    }
    throw new AssertionError("nobody was stopped");
  }

  private static JsonNode stops(RestClient who) {
    return who.get("/api/governor").json().path("stops");
  }

  private static String stopId(Answer refused) {
    return refused.json().path("detail").asString().replaceAll(".*allow ([0-9a-f]+)'.*", "$1");
  }

  @Test
  void whoIsStoppedIsToldAndTheOwnerLetsItGoOn() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    RestClient eve = agent("eve");

    Answer refused = loop("ada", ada, "bob", bob);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("loop_detected");
    String id = stopId(refused);
    // Put in a commit of its own, before which this one is answered.
    while (stops(owner).isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(stops(owner)).hasSize(1);
    assertThat(stops(ada).get(0).path("id").asString()).isEqualTo(id);
    assertThat(stops(ada).get(0).path("chain")).hasSize(14);
    assertThat(stops(eve)).isEmpty();

    assertThat(ada.post("/api/governor/" + id + "/allow", "").status()).isEqualTo(403);
    assertThat(eve.post("/api/governor/" + id + "/allow", "").status()).isEqualTo(404);
    assertThat(owner.post("/api/governor/nothing/allow", "").status()).isEqualTo(404);
    Answer allowed = owner.post("/api/governor/" + id + "/allow", "");
    assertThat(allowed.json().path("state").asString()).isEqualTo("allowed");
    assertThat(allowed.json().path("allowedBy").asString()).isEqualTo("owner");
  }

  @Test
  void aPersonIsToldOfItsOwnAgentsAndLetsThemGoOn() {
    RestClient ann = person("ann");
    Bot one = bot(ann, "One");
    Bot two = bot(ann, "Two");
    RestClient other = person("eve");

    Answer refused = loop(one.id(), one.client(), two.id(), two.client());
    while (stops(ann).isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(stops(other)).isEmpty();
    assertThat(ann.get("/api/agents/ann/inbox").http().body()).contains("governor.stopped");
    String path = "/api/governor/" + stopId(refused) + "/allow";
    assertThat(other.post(path, "").status()).isEqualTo(404);
    assertThat(ann.post(path, "").json().path("allowedBy").asString()).isEqualTo("ann");
  }
}
