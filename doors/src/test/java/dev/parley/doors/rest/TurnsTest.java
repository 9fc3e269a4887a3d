package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.rest.RestClient.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Agents that run by themselves, over REST. */
class TurnsTest extends RestFixture {
  private static final String AUTO_RUN = "/api/agents/ada/autorun";
  private static final String TURNS = "/api/agents/ada/turns";

  private Answer echoing() {
    return owner.send("PUT", AUTO_RUN, "{\"brain\":\"echo\",\"debounceMs\":0}");
  }

  private void awaitTurn() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> owner.get(TURNS).json().path("turns").size() == 1);
  }

  @Test
  void anAgentWithABrainAnswers() {
    hub.agent("ada");
    String bob = hub.agent("bob");
    assertThat(echoing().http().body())
        .isEqualTo(
            "{\"enabled\":true,\"brain\":\"echo\",\"debounceMs\":0,"
                + "\"maxBatchSize\":20,\"maxTurnMs\":600000}");

    as(bob).send("POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"hello\"}");

    awaitTurn();
    var turn = owner.get(TURNS).json().path("turns").path(0);
    assertThat(turn.path("outcome").asString()).isEqualTo("answered");
    assertThat(turn.path("text").asString()).isEqualTo("you said hello");
    assertThat(turn.path("answers").size()).isEqualTo(1);
    assertThat(owner.get(TURNS).json().path("open").size()).isZero();
  }

  @Test
  void onlyTheOwnerGivesAnAgentABrain() {
    String ada = hub.agent("ada");
    assertThat(as(ada).send("PUT", AUTO_RUN, "{\"brain\":\"echo\"}").code()).isEqualTo("forbidden");
    assertThat(owner.get(AUTO_RUN).code()).isEqualTo("not_found");
  }

  @Test
  void turnsOfOthersAreNotShown() {
    hub.agent("ada");
    String eve = hub.agent("eve");
    echoing();
    assertThat(as(eve).get(TURNS).code()).isEqualTo("forbidden");
    assertThat(as(eve).get(AUTO_RUN).code()).isEqualTo("forbidden");
  }

  @Test
  void whatIsNoSettingIsRefusedAndChangesNothing() {
    hub.agent("ada");
    assertThat(owner.send("PUT", AUTO_RUN, "{}").code()).isEqualTo("bad_request");
    assertThat(owner.send("PUT", AUTO_RUN, "{\"brain\":\"genius\"}").code()).isEqualTo("not_found");
    assertThat(owner.send("PUT", AUTO_RUN, "{\"brain\":\"echo\",\"maxBatchSize\":0}").code())
        .isEqualTo("bad_request");
    assertThat(owner.send("PUT", "/api/agents/nobody/autorun", "{\"brain\":\"echo\"}").code())
        .isEqualTo("not_found");
    assertThat(owner.get(AUTO_RUN).code()).isEqualTo("not_found");
  }

  @Test
  void aTurnThatIsNotBeingMadeCannotBeBrokenOff() {
    hub.agent("ada");
    echoing();
    assertThat(owner.send("DELETE", TURNS + "/main", null).code()).isEqualTo("not_found");
  }

  @Test
  void aTurnIsTriggeredAboutWhatTheAgentHas() {
    String ada = hub.agent("ada");
    Answer sent = owner.send("POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"before\"}");
    String id = sent.json().path("messageId").asString();
    echoing();
    assertThat(as(ada).send("POST", TURNS, "{\"ids\":[]}").code()).isEqualTo("bad_request");
    assertThat(as(ada).send("POST", TURNS, "{\"ids\":[\"" + id + "\"]}").status()).isEqualTo(204);
    awaitTurn();
  }
}
