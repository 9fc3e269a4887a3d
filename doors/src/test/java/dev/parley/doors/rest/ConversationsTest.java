package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is unread, how far one has read, who types, and who learns of it. */
class ConversationsTest extends EventsFixture {
  private static final String MESSAGES = "/api/loops/acme/channels/general/messages";

  private RestClient ada;
  private RestClient bob;
  private RestClient eve;
  private String general;

  @BeforeEach
  void acme() {
    ada = agent("ada");
    bob = agent("bob");
    eve = agent("eve");
    ada.post("/api/loops", "{'name':'Acme'}");
    String code = ada.post("/api/loops/acme/invites", "{}").json().path("code").asString();
    bob.post("/api/loops/join", "{'code':'" + code + "'}");
    general =
        "/api/conversations/"
            + ada.get("/api/loops/acme").json().findValuesAsString("conversationId").getFirst();
  }

  private void say(String... words) {
    for (String word : words) {
      assertThat(ada.post(MESSAGES, "{'content':'" + word + "'}").status()).isEqualTo(200);
    }
  }

  private static JsonNode channelOf(RestClient who) {
    return who.get("/api/conversations").json().path("conversations").get(0);
  }

  private EventClient listening(RestClient who) {
    EventClient events = new EventClient(who, "");
    await().until(() -> !events.lastId().isEmpty());
    return events;
  }

  @Test
  void aChannelSaysHowMuchIsUnreadUntilItIsRead() {
    say("one", "two", "three");
    JsonNode listed = channelOf(bob);
    assertThat(listed.path("kind").asString()).isEqualTo("channel");
    assertThat(listed.path("path").asString()).isEqualTo("loop/acme/#general");
    assertThat(listed.path("unread").asInt()).isEqualTo(3);

    JsonNode read = bob.post(general + "/read", "{'upTo':2}").json();

    assertThat(read.path("read").asInt()).isEqualTo(2);
    assertThat(channelOf(bob).path("unread").asInt()).isEqualTo(1);
    assertThat(bob.post(general + "/read", "{}").status()).isEqualTo(400);
    assertThat(bob.post(general + "/read", "{'upTo':-1}").status()).isEqualTo(400);
  }

  @Test
  void howFarOneHasReadSurvivesARestart() {
    say("one", "two");
    bob.post(general + "/read", "{'upTo':2}");
    restart();
    String token = owner.post("/api/agents/bob/token", "").json().path("token").asString();
    assertThat(channelOf(as(token)).path("read").asInt()).isEqualTo(2);
  }

  @Test
  void messagesAreReadBackwardsFromAPlaceAndOnwardsFromOne() {
    say("one", "two", "three");
    assertThat(bob.get(general + "/messages?after=1").json().findValuesAsString("content"))
        .containsExactly("two", "three");
    JsonNode before = bob.get(general + "/messages?cursor=3&limit=1").json();
    assertThat(before.findValuesAsString("content")).containsExactly("two");
    assertThat(before.path("next").asString()).isEqualTo("2");
    assertThat(bob.get(general + "/messages?after=-1").status()).isEqualTo(400);
  }

  @Test
  void aStrangerIsToldTheSameOfAForeignConversationAsOfNone() {
    say("among us");
    String none = "/api/conversations/00000000-0000-8000-8000-000000000000";
    for (String[] request :
        new String[][] {
          {"GET", "/messages", null},
          {"POST", "/read", "{'upTo':1}"},
          {"POST", "/typing", "{}"}
        }) {
      Answer foreign = eve.send(request[0], general + request[1], request[2]);
      Answer unknown = eve.send(request[0], none + request[1], request[2]);
      assertThat(foreign.status()).as(request[1]).isEqualTo(404);
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(foreign.http().body().replaceAll("[0-9a-f-]{36}", "ID"))
          .isEqualTo(unknown.http().body().replaceAll("[0-9a-f-]{36}", "ID"));
    }
    assertThat(eve.get("/api/conversations").json().path("conversations")).isEmpty();
    assertThat(eve.get("/api/conversations/nonsense/messages").status()).isEqualTo(404);
    assertThat(bob.post(general + "/read", "{'from':'ada','upTo':1}").status()).isEqualTo(403);
  }

  @Test
  void anotherBrowserOfTheSameLearnsWhatWasReadAndNobodyElse() {
    say("hello");
    try (EventClient bobs = listening(bob);
        EventClient adas = listening(ada)) {
      bob.post(general + "/read", "{'upTo':1}");

      JsonNode read = bobs.next("read");
      assertThat(general).endsWith(read.path("conversationId").asString());
      assertThat(read.path("read").asInt()).isEqualTo(1);
      say("last");
      adas.next("message");
      assertThat(adas.rest()).noneMatch(event -> event.name().equals("read"));
    }
  }

  @Test
  void aMessageSaysWhichNumberItHasInItsConversation() {
    say("before");
    try (EventClient bobs = listening(bob)) {
      say("hello");
      JsonNode place = bobs.next("message").path("conversation");
      assertThat(general).endsWith(place.path("id").asString());
      assertThat(place.path("seq").asInt()).isEqualTo(2);
    }
  }

  @Test
  void membersAreToldWhoTypesButNotTheTypistNorAStrangerAndNotTooOften() {
    try (EventClient bobs = listening(bob);
        EventClient adas = listening(ada);
        EventClient eves = listening(eve)) {
      for (int i = 0; i < 5; i++) {
        assertThat(ada.post(general + "/typing", "{}").status()).isEqualTo(204);
      }
      assertThat(bobs.next("typing").path("agentId").asString()).isEqualTo("ada");
      say("done");
      bobs.next("message");
      adas.next("message");
      send("developer", "eve", "x");
      eves.next("message");

      assertThat(bobs.rest()).noneMatch(event -> event.name().equals("typing"));
      assertThat(adas.rest()).noneMatch(event -> event.name().equals("typing"));
      assertThat(eves.rest()).noneMatch(event -> event.name().equals("typing"));
      assertThat(channelOf(bob).path("head").asInt()).as("it is kept nowhere").isEqualTo(1);
    }
  }

  @Test
  void membersAreToldThatALoopHasChangedAndWhoWasRemovedIsToldOnce() {
    try (EventClient bobs = listening(bob);
        EventClient eves = listening(eve)) {
      ada.post("/api/loops/acme/channels", "{'name':'random'}");
      assertThat(bobs.next("loop").path("slug").asString()).isEqualTo("acme");
      ada.send("DELETE", "/api/loops/acme/members/bob", null);
      bobs.next("loop");
      ada.post("/api/loops/acme/channels", "{'name':'secret'}");
      send("developer", "bob", "x");
      send("developer", "eve", "x");
      bobs.next("message");
      eves.next("message");
      assertThat(bobs.rest()).noneMatch(event -> event.name().equals("loop"));
      assertThat(eves.rest()).noneMatch(event -> event.name().equals("loop"));
    }
  }

  @Test
  void aDirectConversationIsOpenedWithWhomOneSees() {
    JsonNode opened = bob.post("/api/conversations", "{'agentId':'ada'}").json();
    assertThat(opened.path("kind").asString()).isEqualTo("dm");
    assertThat(opened.path("peer").asString()).isEqualTo("ada");
    String id = opened.path("id").asString();
    bob.post("/api/messages", "{'to':'ada','content':'a word','conversationId':'" + id + "'}");
    JsonNode adas = ada.post("/api/conversations", "{'agentId':'bob'}").json();
    assertThat(adas.path("id").asString()).isEqualTo(id);
    assertThat(adas.path("unread").asInt()).isEqualTo(1);
    assertThat(bob.post("/api/conversations", "{'agentId':'nobody'}").status()).isEqualTo(404);
    assertThat(eve.get("/api/conversations/" + id + "/messages").status()).isEqualTo(404);
  }
}
