package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import org.junit.jupiter.api.Test;

/** An agent made under the name of a deleted one, seen through the doors. */
class NamesakesTest extends RestFixture {

  private String sent;
  private String received;

  private String anotherAda() {
    hub.agents("ada", "bob");
    sent = send("ada", "bob", "from the first");
    received = send("bob", "ada", "to the first");
    owner.send("DELETE", "/api/agents/ada", null);
    return hub.agent("ada");
  }

  @Test
  void theNewOneIsShownNothingOfTheOneBefore() {
    RestClient ada = as(anotherAda());

    assertThat(ada.get("/api/agents/ada/outbox").json().path("copies")).isEmpty();
    assertThat(ada.get("/api/agents/ada/inbox").json().path("copies")).isEmpty();
    assertThat(ada.get("/api/messages").json().path("messages")).isEmpty();
    assertThat(ada.get("/api/messages/" + sent).status()).isEqualTo(404);
    assertThat(ada.get("/api/messages/" + received).status()).isEqualTo(404);
    assertThat(ada.get("/api/messages/" + sent + "/status").status()).isEqualTo(404);
    assertThat(owner.get("/api/agents/ada/outbox").json().path("copies")).hasSize(1);

    send("ada", "bob", "from the second");
    assertThat(ada.get("/api/agents/ada/outbox").json().path("copies")).hasSize(1);
  }

  @Test
  void norOverWebSockets() {
    TestClient ada = hub.connectAgent("ada", anotherAda());

    assertThat(ada.ok("{'type':'msg.outbox'}").path("messages")).isEmpty();
    assertThat(ada.ok("{'type':'msg.outbox','options':{'after':-1}}").path("messages")).isEmpty();
    assertThat(ada.refused("{'type':'msg.status','messageId':'" + sent + "'}"))
        .isEqualTo("not_found");
    assertThat(hub.owner().ok("{'type':'msg.outbox','agentId':'ada'}").path("messages")).hasSize(1);
  }

  /** The end of an event's id from before everything. */
  private String beginning() {
    long nothing = hub.broker().hiddenNumbers().hide(0);
    return nothing + "-" + nothing;
  }

  @Test
  void whoComesBackToTheEventsOfTheOneBeforeHearsOnlyItsOwn() {
    RestClient ada = as(anotherAda());
    send("bob", "ada", "to the second");

    try (EventClient events = new EventClient(ada, "p1-" + beginning())) {
      assertThat(events.contentsUntil("to the second")).containsExactly("to the second");
    }
  }

  @Test
  void whatTheRingStillHasOfTheOneBeforeIsNotToldToTheNewOne() {
    try (EventClient watching = new EventClient(owner, "")) {
      String token = anotherAda();
      watching.contentsUntil("to the first");
      send("bob", "ada", "to the second");
      watching.contentsUntil("to the second");
      String epoch = watching.lastId().substring(0, watching.lastId().indexOf('-'));

      try (EventClient events = new EventClient(as(token), epoch + "-" + beginning())) {
        assertThat(events.contentsUntil("to the second")).containsExactly("to the second");
      }
    }
  }
}
