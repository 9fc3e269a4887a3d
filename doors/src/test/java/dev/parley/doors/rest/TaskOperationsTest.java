package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** TASK-1 at the door: who takes part sees a task, moves it and cancels it. */
class TaskOperationsTest extends RestFixture {

  private static String task(RestClient who, String to, String content) {
    return who.post(
            "/api/messages",
            "{'to':'%s','messageType':'task','content':'%s'}".formatted(to, content))
        .json()
        .path("messageId")
        .asString();
  }

  @Test
  void aTaskIsSentWorkedOnAndEnds() {
    RestClient boss = agent("boss");
    RestClient ada = agent("ada");
    RestClient eve = agent("eve");
    String id = task(boss, "ada", "count");
    String path = "/api/tasks/" + id;

    assertThat(ada.get(path).json().path("state").asString()).isEqualTo("submitted");
    assertThat(eve.get(path).status()).isEqualTo(404);
    assertThat(eve.get("/api/tasks").json().path("tasks")).isEmpty();
    String said = "{'to':'boss','messageType':'%s','taskId':'" + id + "'%s}";
    assertThat(
            ada.post("/api/messages", said.formatted("task_status", ",'taskStatus':'working'"))
                .status())
        .isEqualTo(201);
    assertThat(
            ada.post(
                    "/api/messages",
                    said.formatted("task_result", ",'artifacts':[{'type':'text','text':'42'}]"))
                .status())
        .isEqualTo(201);
    JsonNode done = boss.get(path).json();
    assertThat(done.path("state").asString()).isEqualTo("completed");
    assertThat(done.path("artifacts").get(0).path("text").asString()).isEqualTo("42");
    assertThat(
            ada.post("/api/messages", said.formatted("task_status", ",'taskStatus':'working'"))
                .status())
        .isEqualTo(409);
    assertThat(boss.post(path + "/cancel", "{}").status()).isEqualTo(409);
  }

  @Test
  void tasksAreCancelledAndListedInPages() {
    RestClient boss = agent("boss");
    agent("ada");
    String first = task(boss, "ada", "1");
    String second = task(boss, "ada", "2");
    assertThat(
            boss.post("/api/tasks/" + first + "/cancel", "{'reason':'no'}")
                .json()
                .path("state")
                .asString())
        .isEqualTo("canceled");
    JsonNode page = owner.get("/api/tasks?limit=1").json();
    assertThat(page.path("tasks").get(0).path("id").asString()).isEqualTo(second);
    JsonNode rest = owner.get("/api/tasks?limit=5&cursor=" + page.path("next").asString()).json();
    assertThat(rest.path("tasks").findValuesAsString("id")).containsExactly(first);
    assertThat(owner.get("/api/tasks?state=canceled&agent=ada").json().path("tasks")).hasSize(1);
    assertThat(owner.get("/api/tasks?state=open").json().path("tasks").findValuesAsString("id"))
        .containsExactly(second);
    assertThat(owner.get("/api/tasks?state=lost").status()).isEqualTo(400);
  }
}
