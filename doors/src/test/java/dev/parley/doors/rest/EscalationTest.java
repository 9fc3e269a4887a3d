package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;

/** RCPT-1 over REST: who is told of what is overdue, and waiting for a rung. */
class EscalationTest extends RestFixture {
  private static final String OF_ADA = "/api/agents/ada/escalation";
  private static final String OF_TASKS = "/api/escalation";
  private static final String TO_BOB =
      "{\"escalate\":{\"rung\":\"read\",\"withinMs\":60000,\"to\":\"bob\"}}";

  @Test
  void theOwnerSaysWhoStandsInForAnAgentAndForTasks() {
    String ada = hub.agent("ada");
    hub.agent("bob");
    for (String path : new String[] {OF_ADA, OF_TASKS}) {
      assertThat(owner.get(path).http().body()).isEqualTo("{}");
      assertThat(owner.send("PUT", path, TO_BOB).http().body()).isEqualTo(TO_BOB);
      assertThat(owner.get(path).http().body()).isEqualTo(TO_BOB);
      assertThat(owner.send("DELETE", path, null).status()).isEqualTo(204);
      assertThat(owner.get(path).http().body()).isEqualTo("{}");
    }
    assertThat(as(ada).get(OF_ADA).status()).isEqualTo(200);
  }

  @Test
  void nobodyElseSaysItAndWhatIsWrongChangesNothing() {
    String ada = hub.agent("ada");
    String bob = hub.agent("bob");
    for (String token : new String[] {ada, bob}) {
      assertThat(as(token).send("PUT", OF_ADA, TO_BOB).code()).isEqualTo("forbidden");
      assertThat(as(token).send("DELETE", OF_ADA, null).code()).isEqualTo("forbidden");
      assertThat(as(token).send("PUT", OF_TASKS, TO_BOB).code()).isEqualTo("forbidden");
    }
    assertThat(as(bob).get(OF_ADA).code()).isEqualTo("forbidden");
    assertThat(owner.send("PUT", OF_ADA, "{}").code()).isEqualTo("bad_request");
    assertThat(owner.send("PUT", OF_ADA, TO_BOB.replace("bob", "zoe")).code())
        .isEqualTo("not_found");
    assertThat(owner.send("PUT", OF_ADA, TO_BOB.replace("bob", "ada")).code())
        .isEqualTo("bad_request");
    assertThat(owner.send("PUT", OF_ADA, TO_BOB.replace("60000", "1")).code())
        .isEqualTo("bad_request");
    assertThat(owner.get(OF_ADA).http().body()).isEqualTo("{}");
  }

  @Test
  void theLadderSaysWhoIsToldAndWhen() {
    hub.agent("ada");
    hub.agent("bob");
    Answer sent =
        owner.send(
            "POST",
            "/api/messages",
            "{\"to\":\"ada\",\"content\":\"x\",\"escalate\":"
                + "{\"rung\":\"answered\",\"withinMs\":3600000,\"to\":\"bob\"}}");
    String status = "/api/messages/" + sent.json().path("messageId").asString() + "/status";
    var escalation = owner.get(status).json().path("escalation");
    assertThat(escalation.path("state").asString()).isEqualTo("waiting");
    assertThat(escalation.path("to").asString()).isEqualTo("bob");
    assertThat(escalation.path("dueAt").asLong())
        .isEqualTo(sent.json().path("timestamp").asLong() + 3_600_000);
  }

  @Test
  void whoAsksForARungIsAnsweredWhenItIsReachedOrTimeIsOver() {
    String ada = hub.agent("ada");
    String id =
        owner
            .send("POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"x\"}")
            .json()
            .path("messageId")
            .asString();
    String status = "/api/messages/" + id + "/status";
    assertThat(owner.get(status + "?rung=seen&waitMs=1").code()).isEqualTo("bad_request");
    assertThat(owner.get(status + "?rung=read&waitMs=30001").code()).isEqualTo("bad_request");
    assertThat(state(owner.get(status + "?rung=read&waitMs=20"))).isEqualTo("accepted");

    as(ada).send("POST", "/api/agents/ada/inbox/read", "{\"ids\":[\"" + id + "\"]}");
    assertThat(state(owner.get(status + "?rung=read&waitMs=30000"))).isEqualTo("read");
  }

  private static String state(Answer ladder) {
    return ladder.json().path("copies").path(0).path("state").asString();
  }
}
