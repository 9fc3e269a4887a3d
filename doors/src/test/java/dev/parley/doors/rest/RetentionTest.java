package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;

/** How much one inbox keeps, said over REST. */
class RetentionTest extends RestFixture {
  private static final String RETENTION = "/api/agents/ada/inbox/retention";

  @Test
  void anInboxKeepsWhatOthersKeepUntilSomethingElseIsSaid() {
    hub.agent("ada");
    assertThat(owner.get(RETENTION).http().body())
        .isEqualTo("{\"ageMs\":0,\"countMax\":0,\"isDefault\":true}");

    Answer set = owner.send("PUT", RETENTION, "{\"ageMs\":86400000,\"countMax\":10}");
    assertThat(set.http().body())
        .isEqualTo("{\"ageMs\":86400000,\"countMax\":10,\"isDefault\":false}");
    restart();
    assertThat(owner.get(RETENTION).json().path("countMax").asInt()).isEqualTo(10);

    assertThat(owner.send("DELETE", RETENTION, null).json().path("isDefault").asBoolean()).isTrue();
    assertThat(owner.get(RETENTION).json().path("ageMs").asInt()).isZero();
  }

  @Test
  void anAgentSaysItForItselfAndForNobodyElse() {
    String ada = hub.agent("ada");
    String eve = hub.agent("eve");

    assertThat(as(ada).send("PUT", RETENTION, "{\"countMax\":5}").status()).isEqualTo(200);
    assertThat(as(eve).send("PUT", RETENTION, "{\"countMax\":1}").code()).isEqualTo("forbidden");
    assertThat(as(eve).send("DELETE", RETENTION, null).code()).isEqualTo("forbidden");

    assertThat(owner.get(RETENTION).json().path("countMax").asInt()).isEqualTo(5);
  }

  @Test
  void whatIsNoLimitIsRefusedAndChangesNothing() {
    hub.agent("ada");

    assertThat(owner.send("PUT", RETENTION, "{}").code()).isEqualTo("bad_request");
    assertThat(owner.send("PUT", RETENTION, "{\"ageMs\":-1}").code()).isEqualTo("bad_request");
    assertThat(owner.send("PUT", RETENTION, "{\"countMax\":\"5\"}").code())
        .isEqualTo("bad_request");
    assertThat(owner.send("PUT", "/api/agents/nobody/inbox/retention", "{\"countMax\":5}").code())
        .isEqualTo("not_found");

    assertThat(owner.get(RETENTION).json().path("isDefault").asBoolean()).isTrue();
  }
}
