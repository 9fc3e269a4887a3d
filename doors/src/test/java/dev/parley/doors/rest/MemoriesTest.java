package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;

/** What agents remember, over REST: theirs, and their owner's to read and forget. */
class MemoriesTest extends RestFixture {
  private static final String ADA = "/api/agents/ada/memories";

  @Test
  void anAgentStoresRecallsAndForgets() {
    String ada = hub.agent("ada");
    Answer stored = as(ada).send("POST", ADA, "{\"content\":\"Carla owns two cats.\"}");
    assertThat(stored.json().path("created").asBoolean()).isTrue();
    as(ada)
        .send(
            "POST", ADA, "{\"content\":\"likes tea\",\"layer\":\"entity\",\"subject\":\"Carla\"}");
    assertThat(
            as(ada)
                .send("POST", ADA, "{\"content\":\"carla owns two cats\"}")
                .json()
                .path("created")
                .asBoolean())
        .isFalse();

    assertThat(as(ada).get(ADA).json().path("memories").size()).isEqualTo(2);
    assertThat(as(ada).get(ADA + "?layer=entity").json().path("memories").size()).isOne();
    var found = as(ada).get(ADA + "?q=cats").json().path("memories");
    assertThat(found.size()).isOne();
    assertThat(found.path(0).path("score").asDouble()).isPositive();

    String one = ADA + "/" + found.path(0).path("id").asString();
    assertThat(owner.send("DELETE", one, null).status()).isEqualTo(204);
    assertThat(owner.send("DELETE", one, null).code()).isEqualTo("not_found");
    assertThat(owner.get(ADA).json().path("memories").size()).isOne();
  }

  @Test
  void anotherAgentSeesNothingOfIt() {
    String ada = hub.agent("ada");
    String eve = hub.agent("eve");
    Answer stored = as(ada).send("POST", ADA, "{\"content\":\"secret\"}");
    String id = stored.json().path("memory").path("id").asString();
    assertThat(as(eve).get(ADA).code()).isEqualTo("forbidden");
    assertThat(as(eve).get(ADA + "?q=secret").code()).isEqualTo("forbidden");
    assertThat(as(eve).send("POST", ADA, "{\"content\":\"x\"}").code()).isEqualTo("forbidden");
    assertThat(as(eve).send("DELETE", ADA + "/" + id, null).code()).isEqualTo("forbidden");
    assertThat(as(eve).send("DELETE", "/api/agents/eve/memories/" + id, null).code())
        .isEqualTo("not_found");
    assertThat(as(eve).get("/api/agents/eve/memories?q=secret").json().path("memories").size())
        .isZero();
  }

  @Test
  void whatIsWrongIsRefused() {
    hub.agent("ada");
    assertThat(owner.send("POST", ADA, "{}").code()).isEqualTo("bad_request");
    assertThat(owner.send("POST", ADA, "{\"content\":\"x\",\"layer\":\"deep\"}").code())
        .isEqualTo("bad_request");
    assertThat(owner.send("POST", ADA, "{\"content\":\"" + "x".repeat(4_001) + "\"}").code())
        .isEqualTo("too_large");
    assertThat(owner.get(ADA + "?layer=deep").code()).isEqualTo("bad_request");
    assertThat(owner.get("/api/agents/nobody/memories").code()).isEqualTo("not_found");
  }

  @Test
  void theyAreListedInPages() {
    RestClient ada = agent("ada");
    for (String text : new String[] {"Apples are red.", "The sea is wide.", "Monday is early."}) {
      ada.send("POST", ADA, "{\"content\":\"" + text + "\"}");
    }
    var page = ada.get(ADA + "?limit=2").json();
    String cursor = page.path("next").asString();
    owner.send("DELETE", ADA + "/" + page.path("memories").path(1).path("id").asString(), null);
    var rest = ada.get(ADA + "?limit=2&cursor=" + cursor).json();
    assertThat(page.path("memories")).hasSize(2);
    assertThat(rest.path("memories")).hasSize(1);
    assertThat(rest.has("next")).isFalse();
    assertThat(page.path("memories").findValuesAsString("id"))
        .doesNotContainAnyElementsOf(rest.path("memories").findValuesAsString("id"));
    assertThat(ada.get(ADA + "?cursor=x").code()).isEqualTo("bad_request");
    assertThat(ada.get(ADA + "?q=sea&cursor=" + cursor).code()).isEqualTo("bad_request");
  }
}
