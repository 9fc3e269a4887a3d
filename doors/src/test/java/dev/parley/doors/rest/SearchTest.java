package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SearchTest extends RestFixture {

  @Test
  void hitsComeWithScoreAndRangesInPlainText() {
    hub.agents("ada", "bob");
    String id = send("bob", "ada", "a needle here");
    send("bob", "ada", "hay");

    JsonNode page = owner.get("/api/search?q=needle").json();

    assertThat(page.path("total").asInt()).isEqualTo(1);
    assertThat(page.path("next").isNull()).isTrue();
    JsonNode hit = page.path("hits").path(0);
    assertThat(hit.path("message").path("id").asString()).isEqualTo(id);
    assertThat(hit.path("score").asDouble()).isEqualTo(1.5);
    assertThat(hit.path("highlights").path(0).path("field").asString()).isEqualTo("content");
    assertThat(hit.path("highlights").path(0).path("ranges")).hasToString("[[0,6]]");
  }

  @Test
  void anAgentSearchesInWhatIsItsOwn() {
    RestClient ada = agent("ada");
    hub.agent("bob");
    send("bob", "bob", "needle of bob");
    send("ada", "bob", "needle of ada");

    assertThat(ada.get("/api/search?q=needle").json().path("hits")).hasSize(1);
  }

  @Test
  void aBadQueryIsABadRequest() {
    assertThat(owner.get("/api/search?q=*").code()).isEqualTo("bad_request");
    assertThat(owner.get("/api/search?q=x&since=yesterday").code()).isEqualTo("bad_request");
    assertThat(owner.get("/api/search?q=x&limit=9999").code()).isEqualTo("bad_request");
  }
}
