package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks and approvals through tools: the same rights as at every door. */
class TaskAndApprovalToolsTest {
  private TestHub hub;
  private McpClient ben;
  private McpClient eve;
  private McpClient owner;

  @BeforeEach
  void start() {
    hub = TestHub.start().agents("developer");
    ben = connect(hub.agent("ben"));
    eve = connect(hub.agent("eve"));
    owner = connect(hub.ownerToken());
    hub.givesTasksAndAsksFor("ben", 2);
  }

  private McpClient connect(String token) {
    return McpClient.at(hub.port(), "/mcp?profile=all").token(token).initialize();
  }

  @AfterEach
  void stop() {
    ben.close();
    eve.close();
    owner.close();
    hub.close();
  }

  @Test
  void aTaskIsSeenAndCancelledByThoseItConcerns() {
    JsonNode first = ben.tool("list_tasks", "{'limit':1}");
    assertThat(first.path("more").asBoolean()).isTrue();
    String id = first.at("/tasks/0/id").asString();
    assertThat(ben.tool("list_tasks", "{'before':'" + id + "'}").path("tasks")).hasSize(1);
    assertThat(eve.tool("list_tasks", "{}").path("tasks")).isEmpty();
    assertThat(eve.failure("get_task", "{'taskId':'" + id + "'}")).startsWith("not_found");
    assertThat(eve.failure("cancel_task", "{'taskId':'" + id + "'}")).startsWith("not_found");

    JsonNode cancelled = ben.tool("cancel_task", "{'taskId':'" + id + "','reason':'too much'}");

    assertThat(cancelled.at("/task/state").asString()).isEqualTo("canceled");
    assertThat(owner.tool("get_task", "{'taskId':'" + id + "'}").at("/task/note").asString())
        .isEqualTo("too much");
    assertThat(owner.tool("list_tasks", "{'state':'canceled'}").path("tasks")).hasSize(1);
    assertThat(owner.failure("cancel_task", "{'taskId':'" + id + "'}")).startsWith("conflict");
  }

  @Test
  void aTaskIsGivenReportedOnAndEndsOnce() {
    JsonNode given = eve.tool("give_task", "{'to':'ben','task':'Mend it.','taskId':'mend'}");
    assertThat(given.at("/task/state").asString()).isEqualTo("submitted");
    assertThat(given.at("/task/assignees/0").asString()).isEqualTo("ben");
    assertThat(eve.failure("give_task", "{'to':'ben','task':'Again.','taskId':'mend'}"))
        .startsWith("conflict");
    assertThat(eve.failure("give_task", "{'to':'nobody','task':'Mend it.'}"))
        .startsWith("not_found");
    assertThat(eve.tool("give_task", "{'to':'ben','task':'Without a name.'}").at("/task/id"))
        .isNotNull();

    String working = "{'taskId':'mend','state':'working','text':'looking'}";
    assertThat(eve.failure("report_task", working)).startsWith("forbidden");
    assertThat(ben.tool("report_task", working).at("/task/state").asString()).isEqualTo("working");
    String done =
        "{'taskId':'mend','state':'completed','text':'It is"
            + " mended.','artifacts':[{'type':'text','text':'a patch'}]}";
    assertThat(eve.failure("report_task", done)).startsWith("forbidden");
    JsonNode ended = ben.tool("report_task", done).path("task");

    assertThat(ended.path("state").asString()).isEqualTo("completed");
    JsonNode seen = eve.tool("get_task", "{'taskId':'mend'}").path("task");
    assertThat(seen.path("note").asString()).isEqualTo("It is mended.");
    assertThat(seen.at("/artifacts/0/text").asString()).isEqualTo("a patch");
    assertThat(ben.failure("report_task", done)).startsWith("conflict");
    assertThat(eve.tool("get_messages", "{}").toString()).contains("It is mended.");
  }

  @Test
  void whoHasNothingToDoWithATaskIsToldThatThereIsNone() {
    eve.tool("give_task", "{'to':'developer','task':'Secret.','taskId':'secret'}");

    assertThat(ben.failure("report_task", "{'taskId':'secret','state':'failed','text':'I say so'}"))
        .startsWith("not_found");
    assertThat(owner.tool("get_task", "{'taskId':'secret'}").at("/task/state").asString())
        .isEqualTo("submitted");
  }

  @Test
  void onlyWhoWasAskedAnswersAndOnlyOnce() {
    JsonNode asked = ben.tool("list_approvals", "{}").at("/approvals/0");
    String id = asked.path("id").asString();
    String yes = "{'approvalId':'" + id + "','allow':true%s}";
    assertThat(eve.tool("list_approvals", "{'state':'all'}").path("approvals")).isEmpty();
    assertThat(eve.failure("get_approval", "{'approvalId':'" + id + "'}")).startsWith("not_found");
    assertThat(eve.failure("answer_approval", yes.formatted(""))).startsWith("not_found");
    assertThat(owner.failure("answer_approval", yes.formatted("")))
        .as("nobody answers its own request")
        .startsWith("forbidden");
    assertThat(ben.failure("answer_approval", yes.formatted(",'sha256':'" + "0".repeat(64) + "'")))
        .startsWith("conflict");

    JsonNode answered =
        ben.tool(
            "answer_approval",
            yes.formatted(",'reason':'fine','sha256':'" + asked.path("sha256").asString() + "'"));

    assertThat(answered.at("/approval/state").asString()).isEqualTo("allowed");
    assertThat(answered.at("/approval/by").asString()).isEqualTo("ben");
    assertThat(ben.failure("answer_approval", yes.formatted(""))).startsWith("conflict");
    assertThat(ben.tool("list_approvals", "{}").path("approvals")).hasSize(1);
    assertThat(owner.tool("get_approval", "{'approvalId':'" + id + "'}").at("/approval/reason"))
        .hasToString("\"fine\"");
  }
}
