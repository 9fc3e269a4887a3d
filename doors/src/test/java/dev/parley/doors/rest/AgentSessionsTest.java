package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sessions of agents that run by themselves, over REST: settings, lanes, logs, pins. */
class AgentSessionsTest extends RestFixture {
  private static final String ADA = "/api/agents/ada";
  private static final String OF_PLAN = ADA + "/sessions/plan/autorun";

  private void echoing() {
    owner.send("PUT", ADA + "/autorun", "{\"brain\":\"echo\",\"debounceMs\":0}");
  }

  @Test
  void aSessionRunsLikeItsAgentUnlessItIsToldOtherwise() {
    String ada = hub.agent("ada");
    owner.send("POST", ADA + "/sessions", "{\"sessionId\":\"plan\"}");
    assertThat(owner.get(OF_PLAN).code()).isEqualTo("not_found");
    assertThat(owner.send("PUT", OF_PLAN, "{}").code()).isEqualTo("bad_request");
    echoing();
    assertThat(owner.get(OF_PLAN).json().path("debounceMs").asLong()).isZero();

    assertThat(owner.send("PUT", OF_PLAN, "{\"debounceMs\":500,\"triage\":\"echo\"}").status())
        .isEqualTo(200);
    var set = owner.get(OF_PLAN).json();
    assertThat(set.path("brain").asString()).isEqualTo("echo");
    assertThat(set.path("triage").asString()).isEqualTo("echo");
    assertThat(set.path("debounceMs").asLong()).isEqualTo(500);
    assertThat(owner.send("PUT", OF_PLAN, "{\"brain\":\"genius\"}").code()).isEqualTo("not_found");
    assertThat(as(ada).send("PUT", OF_PLAN, "{}").code()).isEqualTo("forbidden");

    assertThat(owner.send("DELETE", OF_PLAN, null).status()).isEqualTo(204);
    assertThat(owner.get(OF_PLAN).json().path("debounceMs").asLong()).isZero();
  }

  @Test
  void listsSayWhatWaitsAndLogsWhatWasSaid() {
    String ada = hub.agent("ada");
    String eve = hub.agent("eve");
    owner.send("POST", ADA + "/sessions", "{\"sessionId\":\"plan\"}");
    var plan = owner.get(ADA + "/sessions").json().path("sessions").path(0);
    assertThat(plan.path("lane").asString()).isEqualTo("comm");
    assertThat(plan.path("waiting").asInt(-1)).isZero();
    assertThat(plan.path("runs").asBoolean(true)).isFalse();
    echoing();
    owner.send("POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"hello\"}");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> owner.get(ADA + "/logs/main").json().path("entries").size() == 2);
    assertThat(owner.get(ADA + "/lanes").http().body())
        .isEqualTo(
            "{\"lanes\":[{\"lane\":\"main\",\"runningMax\":1,\"running\":0,\"waiting\":0,\"depth\":0},"
                + "{\"lane\":\"comm\",\"runningMax\":5,\"running\":0,\"waiting\":0,\"depth\":0},"
                + "{\"lane\":\"events\",\"runningMax\":2,\"running\":0,\"waiting\":0,\"depth\":0},"
                + "{\"lane\":\"subagent\",\"runningMax\":3,\"running\":0,\"waiting\":0,\"depth\":0}]}");

    var session = as(ada).get(ADA + "/logs").json().path("sessions").path(0);
    assertThat(session.path("sessionId").asString()).isEqualTo("main");
    assertThat(session.path("lastAt").asLong()).isPositive();
    var entries = owner.get(ADA + "/logs/main").json().path("entries");
    assertThat(entries.path(0).path("type").asString()).isEqualTo("auto-turn");
    assertThat(entries.path(0).path("message").path("content").asString()).isEqualTo("hello");
    assertThat(entries.path(1).path("type").asString()).isEqualTo("auto-turn-result");
    assertThat(entries.path(1).path("text").asString()).isEqualTo("you said hello");
    assertThat(owner.get(ADA + "/log-search?q=HELLO").json().path("entries").size()).isEqualTo(2);
    assertThat(owner.get(ADA + "/log-search?q=HELLO&session=plan").json().path("entries").size())
        .isZero();
    assertThat(owner.get(ADA + "/log-search").code()).isEqualTo("bad_request");
    for (String path : new String[] {"/logs", "/logs/main", "/log-search?q=x", "/lanes"}) {
      assertThat(as(eve).get(ADA + path).code()).as(path).isEqualTo("forbidden");
    }
  }

  @Test
  void whatIsPinnedIsListedAndTakenDown() {
    String ada = hub.agent("ada");
    var pin = owner.send("POST", ADA + "/pins", "{\"content\":\"Be polite.\",\"comm\":true}");
    assertThat(pin.status()).isEqualTo(201);
    owner.send("POST", ADA + "/pins", "{\"content\":\"4711\"}");
    var pins = as(ada).get(ADA + "/pins").json().path("pins");
    assertThat(pins.size()).isEqualTo(2);
    assertThat(pins.path(0).path("comm").asBoolean()).isTrue();
    assertThat(pins.path(1).path("comm").asBoolean()).isFalse();
    String one = ADA + "/pins/" + pin.json().path("id").asString();
    assertThat(as(ada).send("DELETE", one, null).code()).isEqualTo("forbidden");
    assertThat(as(ada).send("POST", ADA + "/pins", "{\"content\":\"x\"}").code())
        .isEqualTo("forbidden");
    assertThat(owner.send("POST", ADA + "/pins", "{}").code()).isEqualTo("bad_request");
    assertThat(owner.send("DELETE", one, null).status()).isEqualTo(204);
    assertThat(owner.send("DELETE", one, null).code()).isEqualTo("not_found");
  }
}
