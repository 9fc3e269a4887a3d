package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The official Java SDK calls every tool, over both transports it has. */
class JavaSdkTest {
  private final TreeSet<String> called = new TreeSet<>();

  private static McpClientTransport transport(String kind, String base, String token) {
    return kind.equals("sse")
        ? HttpClientSseClientTransport.builder(base)
            .sseEndpoint("/sse?profile=all")
            .httpRequestCustomizer(
                (r, m, u, b, c) -> r.setHeader("Authorization", "Bearer " + token))
            .build()
        : HttpClientStreamableHttpTransport.builder(base)
            .endpoint("/mcp?profile=all")
            .httpRequestCustomizer(
                (r, m, u, b, c) -> r.setHeader("Authorization", "Bearer " + token))
            .build();
  }

  private static McpSyncClient connect(String kind, String base, String token) {
    McpSyncClient client = McpClient.sync(transport(kind, base, token)).build();
    client.initialize();
    return client;
  }

  private JsonNode call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    synchronized (called) {
      called.add(tool);
    }
    McpSchema.CallToolResult result =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(result.isError()).as("%s: %s", tool, result).isNotEqualTo(true);
    return Json.parse(((McpSchema.TextContent) result.content().getFirst()).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"streamable", "sse"})
  void theOfficialJavaClientCallsEveryTool(String kind) {
    try (TestHub hub = TestHub.start()) {
      String base = "http://127.0.0.1:" + hub.http().agentPort();
      McpSyncClient ada = connect(kind, base, hub.agent("ada"));
      McpSyncClient ben = connect(kind, base, hub.agent("ben"));
      hub.agents("developer").givesTasksAndAsksFor("ben", 1);
      callAll(ada, ben);
      assertThat(called)
          .containsExactlyElementsOf(
              new TreeSet<>(ada.listTools().tools().stream().map(McpSchema.Tool::name).toList()));
      ada.close();
      ben.close();
    }
  }

  private void callAll(McpSyncClient ada, McpSyncClient ben) {
    assertThat(call(ben, "get_messages", Map.of("markAsRead", true)).path("count").asInt())
        .isEqualTo(2);
    decide(ben);
    call(ben, "update_my_status", Map.of("status", "busy"));
    assertThat(call(ada, "discover_agents", Map.of()).path("count").asInt()).isEqualTo(3);
    JsonNode file = call(ada, "store_attachment", Map.of("name", "n.md", "text", "hello"));
    String sha256 = file.path("sha256").asString();
    List<Map<String, String>> attached = List.of(Map.of("sha256", sha256, "name", "n.md"));
    call(ada, "send_message", Map.of("to", "ben", "content", "one", "attachments", attached));
    assertThat(call(ben, "read_attachment", Map.of("sha256", sha256)).path("text").asString())
        .isEqualTo("hello");
    call(ada, "send_to_agent", Map.of("target", "ben", "message", "two"));
    call(ada, "broadcast_message", Map.of("message", "three"));
    JsonNode got = call(ben, "get_messages", Map.of("unreadOnly", true));
    assertThat(got.path("count").asInt()).isEqualTo(3);
    Map<String, Object> unmarked = Map.of("unreadOnly", true, "markAsRead", false);
    assertThat(call(ben, "get_my_messages", unmarked).path("count").asInt()).isEqualTo(3);
    List<String> ids =
        got.path("messages").valueStream().map(m -> m.path("id").asString()).toList();
    assertThat(
            call(ben, "mark_messages_read", Map.of("messageIds", ids)).path("markedCount").asInt())
        .isEqualTo(3);
    assertThat(call(ben, "search_messages", Map.of("query", "two")).path("count").asInt())
        .isEqualTo(1);
    call(ada, "send_bot_message", Map.of("bot", "ben", "message", "four"));
    assertThat(call(ben, "read_bot_messages", Map.of()).path("messages").size()).isEqualTo(1);
    CompletableFuture<JsonNode> asked =
        InBackground.call(
            () ->
                call(
                    ada,
                    "send_bot_request",
                    Map.of("bot", "ben", "message", "x?", "timeoutSeconds", 15)));
    JsonNode question =
        call(ben, "wait_for_messages", Map.of("seconds", 15)).path("messages").path(0);
    String id = question.path("id").asString();
    call(ben, "reply", Map.of("messageId", id, "content", "x!"));
    assertThat(asked.join().path("reply").path("content").asString()).isEqualTo("x!");
    assertThat(call(ben, "get_message", Map.of("messageId", id)).path("text").asString())
        .isEqualTo("x?");
    CompletableFuture<JsonNode> askedAgain =
        InBackground.call(
            () -> call(ada, "ask", Map.of("to", "ben", "content", "y?", "seconds", 15)));
    JsonNode next = call(ben, "wait_for_messages", Map.of("seconds", 15)).path("messages").path(0);
    call(ben, "reply", Map.of("messageId", next.path("id").asString(), "content", "y!"));
    assertThat(askedAgain.join().path("reply").path("content").asString()).isEqualTo("y!");
    assertThat(call(ada, "get_thread", Map.of("messageId", id)).path("count").asInt()).isEqualTo(2);
    String given =
        call(ada, "give_task", Map.of("to", "ben", "task", "Mend it.")).at("/task/id").asString();
    Map<String, Object> done = Map.of("taskId", given, "state", "completed", "text", "mended");
    assertThat(call(ben, "report_task", done).at("/task/state").asString()).isEqualTo("completed");
  }

  private void decide(McpSyncClient ben) {
    String task = call(ben, "list_tasks", Map.of()).path("tasks").path(0).path("id").asString();
    Map<String, Object> taskId = Map.of("taskId", task);
    assertThat(call(ben, "get_task", taskId).at("/task/state").asString()).isEqualTo("submitted");
    assertThat(call(ben, "cancel_task", taskId).at("/task/state").asString()).isEqualTo("canceled");
    String approval =
        call(ben, "list_approvals", Map.of()).path("approvals").path(0).path("id").asString();
    Map<String, Object> approvalId = Map.of("approvalId", approval);
    assertThat(call(ben, "get_approval", approvalId).at("/approval/what").asString())
        .isEqualTo("may I?");
    Map<String, Object> no = Map.of("approvalId", approval, "allow", false);
    assertThat(call(ben, "answer_approval", no).at("/approval/state").asString())
        .isEqualTo("denied");
  }
}
