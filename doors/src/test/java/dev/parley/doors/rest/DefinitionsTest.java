package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;

/** Definitions of agents over REST. */
class DefinitionsTest extends RestFixture {
  private static final String ADA =
      "id: ada\\nname: Ada of ${TEAM}\\nidentity: {creature: owl}\\ninstructions: Be kind.\\n"
          + "brain: echo\\nautoRun: true\\ncapabilities: [mathematics]\\nsubscriptions: [sums]\\n"
          + "models: [large, small]\\nmcpServers: {t: {command: tickets, env: {KEY: secret}}}\\n";

  private Answer apply(String text, String more) {
    return owner.send(
        "POST",
        "/api/definitions",
        "{\"files\":[{\"name\":\"ada.yaml\",\"text\":\""
            + text
            + "\"}],\"origin\":\"here\""
            + more
            + "}");
  }

  @Test
  void aFileBecomesAnAgentWhoseProfileShowsAll() {
    Answer applied = apply(ADA, ",\"variables\":{\"TEAM\":\"blue\"}");
    assertThat(applied.json().path("agents").path(0).path("outcome").asString())
        .isEqualTo("created");

    var profile = owner.get("/api/agents/ada/profile").json();
    assertThat(profile.path("name").asString()).isEqualTo("Ada of blue");
    assertThat(profile.path("identity").path("creature").asString()).isEqualTo("owl");
    assertThat(profile.path("instructions").asString()).isEqualTo("Be kind.");
    assertThat(profile.path("autoRun").path("brain").asString()).isEqualTo("echo");
    assertThat(profile.path("capabilities").path(0).asString()).isEqualTo("mathematics");
    assertThat(profile.path("subscriptions").path(0).asString()).isEqualTo("sums");
    assertThat(profile.path("model").asString()).isEqualTo("large");
    assertThat(profile.path("definition").path("file").asString()).isEqualTo("ada.yaml");
    assertThat(profile.toString()).contains("KEY").doesNotContain("secret");
    assertThat(owner.get("/api/definitions").json().path("definitions").size()).isEqualTo(1);

    Answer again = apply(ADA, ",\"variables\":{\"TEAM\":\"blue\"}");
    assertThat(again.json().path("agents").path(0).path("outcome").asString())
        .isEqualTo("unchanged");
  }

  @Test
  void onlyTheOwnerAppliesAndLists() {
    String eve = hub.agent("eve");
    assertThat(as(eve).send("POST", "/api/definitions", "{\"files\":[]}").code())
        .isEqualTo("forbidden");
    assertThat(as(eve).get("/api/definitions").code()).isEqualTo("forbidden");
    hub.agent("bob");
    assertThat(as(eve).get("/api/agents/bob/profile").code()).isEqualTo("forbidden");
    assertThat(as(eve).get("/api/agents/eve/profile").status()).isEqualTo(200);
  }

  @Test
  void whatIsWrongIsSaidAndNothingIsApplied() {
    Answer refused = apply("nmae: x", "");
    assertThat(refused.code()).isEqualTo("bad_request");
    assertThat(refused.http().body()).contains("ada.yaml:1:1", "did you mean 'name'?");
    assertThat(apply("name: ${HOME}", "").http().body())
        .as("the hub's own environment is not for requests")
        .contains("HOME is not set");
    assertThat(owner.send("POST", "/api/definitions", "{\"files\":[{}]}").code())
        .isEqualTo("bad_request");
    assertThat(owner.send("POST", "/api/definitions", "[]").code()).isEqualTo("bad_request");
    assertThat(owner.get("/api/agents/ada/profile").code()).isEqualTo("not_found");
  }

  @Test
  void aDryRunChangesNothing() {
    Answer dry = apply("id: ada", ",\"dryRun\":true");
    assertThat(dry.json().path("agents").path(0).path("outcome").asString()).isEqualTo("created");
    assertThat(owner.get("/api/agents/ada").code()).isEqualTo("not_found");
  }
}
