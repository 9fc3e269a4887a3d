package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Schedules over REST: what they are, and whose. */
class SchedulesTest extends RestFixture {
  private static final String ALL = "/api/schedules";
  private static final String DAILY =
      "\"cron\":\"0 9 * * *\",\"zone\":\"Europe/Berlin\",\"to\":\"bob\",\"content\":\"hi\"";

  private static String daily(String name, String more) {
    return "{\"name\":\"" + name + "\"," + DAILY + more + "}";
  }

  @Test
  void theOwnerMakesChangesTriggersAndDeletesOne() {
    hub.agent("ada");
    String bob = hub.agent("bob");
    Answer made = owner.send("POST", ALL, daily("standup", ",\"agentId\":\"ada\""));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("zone").asString()).isEqualTo("Europe/Berlin");
    assertThat(made.json().path("path").asString()).isEqualTo("agent/bob");
    assertThat(made.json().path("next").asLong()).isPositive();
    assertThat(owner.send("POST", ALL, daily("standup", ",\"agentId\":\"ada\"")).code())
        .isEqualTo("already_exists");

    String one = ALL + "/ada/standup";
    Answer changed =
        owner.send("PUT", one, "{\"content\":\"ho\",\"messageType\":\"task\",\"missed\":\"all\"}");
    assertThat(changed.json().path("messageType").asString()).isEqualTo("task");
    assertThat(changed.json().path("cron").asString()).isEqualTo("0 9 * * *");
    assertThat(owner.send("PUT", one, "{\"enabled\":false}").json().has("next")).isFalse();

    assertThat(owner.send("POST", one + "/trigger", null).json().path("runs").asInt()).isOne();
    var run = owner.get(one + "/history").json().path("runs").path(0);
    assertThat(run.path("outcome").asString()).isEqualTo("triggered");
    assertThat(as(bob).get("/api/agents/bob/inbox").http().body())
        .contains("\"ho\"", run.path("messageId").asString(), "\"schedule\":\"standup\"");

    assertThat(owner.get(ALL).json().path("schedules").size()).isOne();
    assertThat(owner.send("DELETE", one, null).status()).isEqualTo(204);
    assertThat(owner.get(one).code()).isEqualTo("not_found");
  }

  @Test
  void anAgentSchedulesAsItselfOnly() {
    String ada = hub.agent("ada");
    String eve = hub.agent("eve");
    hub.agent("bob");
    assertThat(as(ada).send("POST", ALL, daily("own", "")).json().path("agentId").asString())
        .isEqualTo("ada");
    assertThat(as(eve).send("POST", ALL, daily("x", ",\"agentId\":\"ada\"")).code())
        .isEqualTo("forbidden");
    assertThat(as(eve).get(ALL).json().path("schedules").size()).isZero();
    for (String method : new String[] {"GET", "PUT", "DELETE"}) {
      String body = method.equals("PUT") ? "{\"enabled\":false}" : null;
      assertThat(as(eve).send(method, ALL + "/ada/own", body).code()).isEqualTo("forbidden");
    }
    assertThat(as(eve).send("POST", ALL + "/ada/own/trigger", null).code()).isEqualTo("forbidden");
    assertThat(as(eve).get(ALL + "/ada/own/history").code()).isEqualTo("forbidden");

    owner.send("POST", ALL, daily("owners", ",\"agentId\":\"ada\""));
    assertThat(as(ada).get(ALL + "/ada/owners").status()).isEqualTo(200);
    assertThat(as(ada).send("DELETE", ALL + "/ada/owners", null).code()).isEqualTo("forbidden");
    assertThat(as(ada).send("DELETE", ALL + "/ada/own", null).status()).isEqualTo(204);
  }

  @Test
  void whatIsWrongIsRefused() {
    hub.agent("ada");
    String start = "{\"name\":\"x\",\"agentId\":\"ada\",";
    for (String rest :
        new String[] {
          "\"to\":\"bob\",\"content\":\"x\"}",
          "\"cron\":\"nope\",\"to\":\"bob\",\"content\":\"x\"}",
          "\"cron\":\"* * * * *\",\"zone\":\"Mars\",\"to\":\"bob\",\"content\":\"x\"}",
          "\"cron\":\"* * * * *\",\"at\":1,\"to\":\"bob\",\"content\":\"x\"}",
          "\"at\":\"tomorrow\",\"to\":\"bob\",\"content\":\"x\"}",
          "\"at\":1000,\"to\":\"bob\",\"content\":\"x\"}",
          "\"cron\":\"* * * * *\",\"content\":\"x\"}",
          "\"cron\":\"* * * * *\",\"to\":\"bob\"}",
          "\"cron\":\"* * * * *\",\"to\":\"bob\",\"content\":\"x\",\"missed\":\"some\"}",
          "\"cron\":\"* * * * *\",\"to\":\"bob\",\"content\":\"x\",\"messageType\":\"poem\"}"
        }) {
      assertThat(owner.send("POST", ALL, start + rest).code()).as(rest).isEqualTo("bad_request");
    }
    assertThat(owner.send("POST", ALL, daily("x", ",\"agentId\":\"nobody\"")).code())
        .isEqualTo("not_found");
    assertThat(owner.get(ALL).json().path("schedules").size()).isZero();
  }

  @Test
  void theyAreListedInPagesAndOfOneAgent() {
    hub.agents("ada", "bob");
    for (String name : new String[] {"a", "b", "c"}) {
      owner.send("POST", ALL, daily(name, ",\"agentId\":\"ada\""));
    }
    owner.send("POST", ALL, daily("d", ",\"agentId\":\"bob\""));
    var page = owner.get(ALL + "?agent=ada&limit=2").json();
    assertThat(page.path("schedules").findValuesAsString("name")).containsExactly("a", "b");
    owner.send("DELETE", ALL + "/ada/b", null);
    var rest = owner.get(ALL + "?agent=ada&cursor=" + page.path("next").asString()).json();
    assertThat(rest.path("schedules").findValuesAsString("name")).containsExactly("c");
    assertThat(rest.has("next")).isFalse();
    assertThat(owner.get(ALL).json().path("schedules")).hasSize(3);
  }

  @Test
  void whenItWouldFireIsToldBeforeItIsMade() {
    RestClient ada = agent("ada");
    var times = ada.get(ALL + "/preview?cron=30%208%20*%20*%20*&zone=Europe/Berlin").json();
    assertThat(times.path("times")).hasSize(5);
    long first = times.path("times").path(0).asLong();
    assertThat(Instant.ofEpochMilli(first).atZone(ZoneId.of("Europe/Berlin")).toLocalTime())
        .isEqualTo(LocalTime.of(8, 30));
    assertThat(
            ada.get(ALL + "/preview?at=2999-01-01T00:00:00%2B01:00")
                .json()
                .path("times")
                .path(0)
                .asLong())
        .isEqualTo(OffsetDateTime.parse("2999-01-01T00:00:00+01:00").toInstant().toEpochMilli());
    assertThat(ada.get(ALL + "/preview?at=1999-01-01T00:00:00Z").json().path("times")).isEmpty();
    assertThat(ada.get(ALL + "/preview?cron=0%200%2030%202%20*").json().path("times")).isEmpty();
    for (String wrong : new String[] {"", "?cron=nope", "?at=tomorrow", "?zone=UTC"}) {
      assertThat(ada.get(ALL + "/preview" + wrong).code()).as(wrong).isEqualTo("bad_request");
    }
  }
}
