package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.doors.rest.events.FeedConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class EventsTest extends EventsFixture {
  @Test
  void aMessageIsToldWithWhomItReachedAndThenHowItsCopiesClimb() {
    hub.agents("ada", "bob");
    try (EventClient events = listen()) {
      String id = send("bob", "ada", "hi");
      JsonNode message = events.next("message");
      assertThat(message.path("message").path("id").asString()).isEqualTo(id);
      assertThat(message.path("recipients").path(0).asString()).isEqualTo("ada");
      assertThat(message.path("delivered").asBoolean()).isTrue();

      receive("ada");
      JsonNode state = events.next("state");
      assertThat(state.path("messageId").asString()).isEqualTo(id);
      assertThat(state.path("box").path("name").asString()).isEqualTo("ada");
      assertThat(state.path("state").asString()).isEqualTo("delivered");
    }
  }

  @Test
  void whatClimbsLongAfterItWasSentIsToldToo() {
    hub.agents("ada", "bob");
    String id = send("bob", "ada", "before anybody listened");
    try (EventClient events = listen()) {
      receive("ada");

      assertThat(events.next("state").path("messageId").asString()).isEqualTo(id);
    }
  }

  @Test
  void groupsComeChangeAndGoBeforeEverybodysEyes() {
    String token = hub.agent("ada");
    try (EventClient events = listen();
        EventClient adas = new EventClient(as(token), "")) {
      await().until(() -> !adas.lastId().isEmpty());
      owner.send("PUT", "/api/groups/team", "{'members':[]}");
      owner.send("PUT", "/api/groups/team", "{'members':['ada']}");
      owner.send("PATCH", "/api/groups/team", "{'name':'crew'}");
      owner.send("DELETE", "/api/agents/ada", null);
      owner.send("DELETE", "/api/groups/crew", null);

      assertThat(group(events)).isEqualTo("created team []");
      assertThat(group(events)).isEqualTo("updated team [\"ada\"]");
      assertThat(group(events)).isEqualTo("removed team [\"ada\"]");
      assertThat(group(events)).isEqualTo("created crew [\"ada\"]");
      assertThat(group(events)).isEqualTo("updated crew []");
      assertThat(group(events)).isEqualTo("removed crew []");
      assertThat(group(adas)).isEqualTo("created team []");
    }
  }

  private static String group(EventClient events) {
    JsonNode event = events.next("group");
    JsonNode group = event.path("group");
    return String.join(
        " ",
        event.path("change").asString(),
        group.path("name").asString(),
        group.path("members").toString());
  }

  @Test
  void whatReachesNobodyIsADeadLetter() {
    try (EventClient events = listen()) {
      send("bob", "nobody", "hello?");

      assertThat(events.next("message").path("delivered").asBoolean()).isFalse();
      JsonNode letter = events.next("deadLetter");
      assertThat(letter.path("reason").asString()).contains("nobody");
      assertThat(letter.path("message").path("content").asString()).isEqualTo("hello?");
    }
  }

  @Test
  void agentsThatComeChangeAndGoAreTold() {
    try (EventClient events = listen()) {
      owner.post("/api/agents", "{'agentId':'ada'}");
      JsonNode created = events.next("agent");
      assertThat(created.path("change").asString()).isEqualTo("created");
      assertThat(created.path("agent").path("agentId").asString()).isEqualTo("ada");
      owner.send("PATCH", "/api/agents/ada", "{'name':'A'}");
      assertThat(events.next("agent").path("change").asString()).isEqualTo("updated");
      owner.send("DELETE", "/api/agents/ada", null);
      assertThat(events.next("agent").path("change").asString()).isEqualTo("removed");
    }
  }

  @Test
  void presenceIsTold() {
    hub.agent("ada");
    try (EventClient events = listen()) {
      hub.broker().presence().connected(new AgentId("ada"));
      JsonNode here = events.next("presence");
      assertThat(here.path("online").asBoolean()).isTrue();
      assertThat(here.path("connections").asInt()).isEqualTo(1);
      hub.broker().presence().disconnected(new AgentId("ada"));
      assertThat(events.next("presence").path("online").asBoolean()).isFalse();
    }
  }

  @Test
  void whatAnAgentsBrainSaysIsToldToThoseWhoMayReadItsMail() {
    RestClient ada = agent("ada");
    RestClient eve = agent("eve");
    owner.send("PUT", "/api/agents/ada/autorun", "{'brain':'echo','debounceMs':0}");
    try (EventClient events = listen();
        EventClient adas = new EventClient(ada, "");
        EventClient eves = new EventClient(eve, "")) {
      await().until(() -> !adas.lastId().isEmpty() && !eves.lastId().isEmpty());
      send("eve", "ada", "hello");

      for (EventClient reader : List.of(events, adas)) {
        JsonNode started = reader.next("turn");
        assertThat(started.path("change").asString()).isEqualTo("started");
        assertThat(started.path("agentId").asString()).isEqualTo("ada");
        assertThat(started.path("messages").size()).isEqualTo(1);
        JsonNode step = reader.next("turn");
        assertThat(step.path("text").asString()).isEqualTo("you said hello");
        assertThat(step.path("turnId")).isEqualTo(started.path("turnId"));
        assertThat(reader.next("turn").path("change").asString()).isEqualTo("ended");
      }
      assertThat(eves.namesUntil("you said hello")).contains("message").doesNotContain("turn");
    }
  }

  @Test
  void theNumbersAreTold() {
    try (EventClient events = listen()) {
      assertThat(events.next("stats").path("version").asString()).isEqualTo("1.0-test");
    }
  }

  @Test
  void anAgentHearsOnlyWhatConcernsIt() {
    RestClient ada = agent("ada");
    hub.agents("bob", "eve");
    try (EventClient events = new EventClient(ada, "")) {
      await().until(() -> !events.lastId().isEmpty());
      send("bob", "eve", "secret");
      send("bob", "nobody", "secret too");
      hub.broker().presence().connected(new AgentId("eve"));
      receive("eve");
      owner.send("PATCH", "/api/agents/eve", "{'name':'E'}");
      send("bob", "ada", "for ada");

      JsonNode first = events.next("message");
      assertThat(first.path("message").path("content").asString()).isEqualTo("for ada");
      receive("ada");
      assertThat(events.next("state").path("box").path("name").asString()).isEqualTo("ada");
      assertThat(events.rest()).isEmpty();
    }
  }

  @Test
  void anAgentHearsOfOthersWhatTheirCardsSay() {
    RestClient ada = agent("ada");
    hub.agent("eve");
    AgentId eve = new AgentId("eve");
    try (EventClient events = new EventClient(ada, "")) {
      await().until(() -> !events.lastId().isEmpty());
      hub.broker().presence().connected(eve);
      hub.broker().presence().connected(eve);
      hub.broker().presence().disconnected(eve);
      hub.broker().presence().disconnected(eve);
      owner.send("PATCH", "/api/agents/eve", "{'metadata':{'salary':7}}");
      owner.send("PATCH", "/api/agents/eve", "{'metadata':{'salary':7,'status':'busy'}}");
      owner.send("DELETE", "/api/agents/eve", null);

      assertThat(events.next("presence")).hasToString("{\"agentId\":\"eve\",\"online\":true}");
      assertThat(events.next("presence")).hasToString("{\"agentId\":\"eve\",\"online\":false}");
      JsonNode changed = events.next("agent");
      assertThat(changed.path("change").asString()).isEqualTo("updated");
      assertThat(changed.path("agent").propertyNames())
          .containsExactly("agentId", "name", "status", "capabilities", "presence");
      assertThat(changed.path("agent").path("status").asString()).isEqualTo("busy");
      assertThat(events.next("agent").path("change").asString()).isEqualTo("removed");
    }
  }

  @Test
  void whoeverSeesOthersThanBeforeIsToldToReadAnew() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    hub.agents("eve");
    try (EventClient adas = new EventClient(ada, "");
        EventClient bobs = new EventClient(bob, "");
        EventClient owners = listen()) {
      await().until(() -> !adas.lastId().isEmpty() && !bobs.lastId().isEmpty());
      String denied = "{'effect':'deny','subject':'%s','action':'see','path':'agent/eve'}";

      owner.send("PUT", "/api/access", denied.formatted("ada"));
      assertThat(adas.next("resync").path("reason").asString())
          .isEqualTo("whom you may see has changed");
      assertThat(ada.get("/api/agents/eve").status()).isEqualTo(404);
      owner.send("DELETE", "/api/access?subject=ada&action=see&path=agent%2Feve", null);
      adas.next("resync");
      assertThat(ada.get("/api/agents/eve").status()).isEqualTo(200);

      owner.send("PUT", "/api/groups/team", "{'members':['ada']}");
      owner.send("PUT", "/api/access", denied.formatted("group/team"));
      adas.next("resync");
      assertThat(bobs.rest()).noneMatch(event -> event.name().equals("resync"));
      owner.send("PUT", "/api/groups/team", "{'members':['bob']}");
      adas.next("resync");
      bobs.next("resync");
      owner.send("PUT", "/api/access", denied.formatted("everyone"));
      adas.next("resync");
      bobs.next("resync");
      assertThat(owners.rest()).noneMatch(event -> event.name().equals("resync"));
    }
  }

  @Test
  void anAgentHearsNothingOfWhomItMayNotSee() {
    RestClient ada = agent("ada");
    hub.agents("bob", "eve");
    owner.send(
        "PUT",
        "/api/access",
        "{'effect':'deny','subject':'agent/ada','action':'see','path':'agent/eve'}");
    try (EventClient events = new EventClient(ada, "")) {
      await().until(() -> !events.lastId().isEmpty());
      hub.broker().presence().connected(new AgentId("eve"));
      owner.send("PATCH", "/api/agents/eve", "{'name':'E'}");
      owner.send("PUT", "/api/groups/team", "{'members':['bob','eve']}");
      hub.broker().presence().connected(new AgentId("bob"));
      owner.send("PATCH", "/api/agents/bob", "{'name':'B'}");
      owner.send("PUT", "/api/groups/crew", "{'members':['bob']}");

      assertThat(events.next("presence").path("agentId").asString()).isEqualTo("bob");
      assertThat(events.next("agent").path("agent").path("agentId").asString()).isEqualTo("bob");
      assertThat(group(events)).isEqualTo("created crew [\"bob\"]");
      assertThat(events.rest()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/api/agents/ada/token",
    "DELETE,/api/agents/ada/token",
    "DELETE,/api/agents/ada"
  })
  void theEventsOfAnAgentEndAtOnceWithItsToken(String method, String path) {
    // Whether tokens and logins still hold is looked at once a day.
    restart(new FeedConfig(256, 16, 1 << 14, 4_096, 4 << 20, 10_000, 86_400_000, 1_000, 60_000));
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    try (EventClient events = new EventClient(ada, "");
        EventClient bobs = new EventClient(bob, "")) {
      await().until(() -> !events.lastId().isEmpty() && !bobs.lastId().isEmpty());

      owner.send(method, path, null);

      await().until(events::isEnded);
      send("bob", "bob", "still there");
      assertThat(bobs.contentsUntil("still there")).containsExactly("still there");
      assertThat(hub.audit().page(Long.MAX_VALUE, 10, null, "login")).isEmpty();
    }
  }

  @Test
  void aLineBreakInAPayloadBreaksNoEvent() {
    hub.agents("ada", "bob");
    try (EventClient events = listen()) {
      owner.post("/api/messages", "{'from':'bob','to':'ada','payload':{\n'a':\r\n'x\\ny'}}");

      assertThat(events.next("message").path("message").path("payload").path("a").asString())
          .isEqualTo("x\ny");
    }
  }

  @Test
  void aTokenThatIsRenewedEndsTheStream() {
    restart(new FeedConfig(10, 10, 1 << 14, 100, 1 << 20, 20, 50, 1_000, 60_000));
    RestClient ada = agent("ada");
    try (EventClient events = new EventClient(ada, "")) {
      await().until(() -> !events.lastId().isEmpty());
      owner.post("/api/agents/ada/token", null);

      await().until(events::isEnded);
    }
  }

  @Test
  void aStrangerReadsNothingAndThereIsRoomForSoMany() {
    restart(new FeedConfig(1, 10, 1 << 14, 100, 1 << 20, 20, 50, 1_000, 60_000));
    assertThat(client().get("/api/events").status()).isEqualTo(401);
    try (EventClient events = listen()) {
      assertThat(owner.get("/api/events").status()).isEqualTo(429);
      assertThat(events.isEnded()).isFalse();
    }
  }

  @Test
  void oneAgentTakesItsShareOfTheReadersAndTheOwnerGetsIn() {
    restart(FeedConfig.DEFAULT.withReaders(10, 2));
    RestClient ada = agent("ada");
    try (EventClient one = new EventClient(ada, "");
        EventClient two = new EventClient(ada, "")) {
      await().until(() -> !one.lastId().isEmpty() && !two.lastId().isEmpty());

      assertThat(ada.get("/api/events").json().path("detail").asString())
          .contains("limits.eventReadersPerAgentMax");
      try (EventClient owners = listen()) {
        assertThat(owners.isEnded()).isFalse();
      }
    }
  }

  @Test
  void theStreamEndsWithTheHub() {
    EventClient events = listen();

    hub.close();

    await().until(events::isEnded);
    events.close();
  }
}
