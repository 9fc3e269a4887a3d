package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Tasks, requests for leave and schedules are told of as they move, to whoever may ask for them.
 */
class WorkEventsTest extends EventsFixture {
  private EventClient listenAs(RestClient who) {
    EventClient events = new EventClient(who, "");
    await().until(() -> !events.lastId().isEmpty());
    return events;
  }

  @Test
  void aTaskIsToldOfFromItsBeginningToItsEnd() {
    RestClient boss = agent("boss");
    RestClient ada = agent("ada");
    try (EventClient events = listenAs(ada)) {
      String id =
          boss.post("/api/messages", "{'to':'ada','messageType':'task','content':'count'}")
              .json()
              .path("messageId")
              .asString();
      JsonNode task = events.next("task");
      assertThat(task.path("id").asString()).isEqualTo(id);
      assertThat(task.path("state").asString()).isEqualTo("submitted");
      boss.post("/api/tasks/" + id + "/cancel", "{'reason':'no'}");
      task = events.next("task");
      assertThat(task.path("state").asString()).isEqualTo("canceled");
      assertThat(task.path("note").asString()).isEqualTo("no");
    }
  }

  @Test
  void aRequestForLeaveIsToldOfWhenItIsAskedAndWhenItIsDecided() {
    RestClient ada = agent("ada");
    try (EventClient events = listen()) {
      String id =
          ada.post(
                  "/api/messages",
                  "{'to':'developer','command':'approval.request','content':'may I?'}")
              .json()
              .path("messageId")
              .asString();
      assertThat(events.next("approval").path("state").asString()).isEqualTo("open");
      owner.post("/api/approvals/" + id, "{'allow':true}");
      JsonNode decided = events.next("approval");
      assertThat(decided.path("state").asString()).isEqualTo("allowed");
      assertThat(decided.path("by").asString()).isEqualTo("developer");
    }
  }

  @Test
  void aScheduleIsToldOfWhenItIsMadeFiresAndGoes() {
    agent("ada");
    try (EventClient events = listen()) {
      owner.post(
          "/api/schedules",
          "{'name':'x','agentId':'ada','cron':'0 9 * * *','to':'ada','content':'hi'}");
      assertThat(events.next("schedule").path("schedule").path("runs").asInt()).isZero();
      owner.post("/api/schedules/ada/x/trigger", null);
      JsonNode fired = events.next("schedule");
      assertThat(fired.path("change").asString()).isEqualTo("updated");
      assertThat(fired.path("schedule").path("runs").asInt()).isOne();
      owner.send("DELETE", "/api/schedules/ada/x", null);
      assertThat(events.next("schedule").path("change").asString()).isEqualTo("removed");
    }
  }

  @Test
  void whoMayNotAskForItIsNotTold() {
    RestClient ada = agent("ada");
    RestClient eve = agent("eve");
    try (EventClient events = listenAs(eve)) {
      owner.post("/api/messages", "{'to':'ada','messageType':'task','content':'count'}");
      ada.post(
          "/api/messages", "{'to':'developer','command':'approval.request','content':'may I?'}");
      ada.post("/api/schedules", "{'name':'x','cron':'0 9 * * *','to':'ada','content':'hi'}");
      eve.post("/api/messages", "{'to':'eve','messageType':'task','content':'her own'}");
      assertThat(events.next("task").path("title").asString()).isEqualTo("her own");
      eve.post("/api/schedules", "{'name':'own','cron':'0 9 * * *','to':'eve','content':'hi'}");
      assertThat(events.next("schedule").path("schedule").path("name").asString()).isEqualTo("own");
      eve.post(
          "/api/messages", "{'to':'developer','command':'approval.request','content':'her own'}");
      assertThat(events.next("approval").path("what").asString()).isEqualTo("her own");
    }
  }
}
