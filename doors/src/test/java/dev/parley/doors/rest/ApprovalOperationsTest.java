package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** APR-1 at the door: asked by a message, answered by whoever was asked. */
class ApprovalOperationsTest extends RestFixture {

  private static String ask(RestClient who, String to) {
    Answer sent =
        who.post(
            "/api/messages",
            "{'to':'%s','command':'approval.request','content':'delete it','payload':{'tool':'rm'}}"
                .formatted(to));
    return sent.json().path("messageId").asString();
  }

  @Test
  void whoWasAskedAnswersOnceAndTheAskerSeesIt() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    RestClient eve = agent("eve");
    String id = ask(ada, "bob");
    String path = "/api/approvals/" + id;

    assertThat(bob.get("/api/approvals").json().path("approvals")).hasSize(1);
    assertThat(eve.get("/api/approvals").json().path("approvals")).isEmpty();
    assertThat(eve.get(path).status()).isEqualTo(404);
    assertThat(eve.post(path, "{'allow':true}").status()).isEqualTo(404);
    assertThat(ada.post(path, "{'allow':true}").status()).isEqualTo(403);
    assertThat(bob.post(path, "{}").status()).isEqualTo(400);
    assertThat(bob.post(path, "{'allow':true,'sha256':'" + "0".repeat(64) + "'}").status())
        .isEqualTo(409);
    JsonNode answered = bob.post(path, "{'allow':true,'reason':'fine'}").json();
    assertThat(answered.path("state").asString()).isEqualTo("allowed");
    assertThat(answered.path("by").asString()).isEqualTo("bob");
    assertThat(answered.path("door").asString()).isEqualTo("rest");
    assertThat(owner.post(path, "{'allow':false}").status()).isEqualTo(409);
    assertThat(ada.get(path + "?waitMs=1000").json().path("state").asString()).isEqualTo("allowed");
    assertThat(ada.get("/api/approvals").json().path("approvals")).isEmpty();
    assertThat(ada.get("/api/approvals?state=all").json().path("approvals")).hasSize(1);
    String second = ask(ada, "bob");
    JsonNode page = ada.get("/api/approvals?state=all&limit=1").json();
    assertThat(page.path("approvals").findValuesAsString("id")).containsExactly(second);
    assertThat(page.path("next").asString()).isEqualTo(second);
    assertThat(
            ada.get("/api/approvals?state=all&cursor=" + second)
                .json()
                .path("approvals")
                .findValuesAsString("id"))
        .containsExactly(id);
    assertThat(ada.get("/api/approvals?state=some").status()).isEqualTo(400);
  }

  @Test
  void theOwnerAnswersAlsoWhatOthersWereAsked() {
    RestClient ada = agent("ada");
    agent("bob");
    String id = ask(ada, "bob");
    assertThat(owner.post("/api/approvals/" + id, "{'allow':false}").json().path("by").asString())
        .isEqualTo("developer");
    assertThat(ask(ada, "ada")).isEmpty();
  }
}
