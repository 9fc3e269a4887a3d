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
