package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.Pattern;
import dev.parley.doors.TestHub;
import dev.parley.identity.access.Action;
import dev.parley.identity.access.Effect;
import dev.parley.identity.access.Subject;
import dev.parley.identity.audit.AuditEntry;
import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Rates;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the authority says, as MCP callers hear it, and what is written down of it. */
class AccessTest {

  private static void expectAudit(TestHub hub, String action, String outcome, String reason) {
    await()
        .untilAsserted(
            () -> {
              AuditEntry entry = hub.audit().page(Long.MAX_VALUE, 1, "ada", action).getFirst();
              assertThat(entry.outcome()).isEqualTo(outcome);
              assertThat(entry.door()).isEqualTo("mcp");
              assertThat(entry.address()).isEqualTo("127.0.0.1");
              assertThat(entry.reason()).contains(reason);
            });
  }

  private static void rule(TestHub hub, Effect effect, Action action, String pattern) {
    hub.rules().put(effect, Subject.parse("ada"), action, Pattern.parse(pattern)).join();
  }

  @Test
  void whatIsForbiddenIsToldAndWrittenDown() {
    try (TestHub hub = TestHub.start().agents("ben", "developer");
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      rule(hub, Effect.DENY, Action.SEND, "agent/ben");

      assertThat(ada.failure("send_message", "{'to':'ben','content':'x'}"))
          .startsWith("forbidden: ")
          .contains("rule: deny agent/ada send agent/ben");
      expectAudit(hub, "send_message", "forbidden", "rule: deny");
      ada.call("tools/call", "{'name':'spawn_agent','arguments':{}}");
      expectAudit(hub, "spawn_agent", "forbidden", "a tool of others");
      ada.tool("update_my_status", "{'status':'busy'}");
      expectAudit(hub, "agent.update", "ok", "");
    }
  }

  @Test
  void rulesSayWhoIsSeenAndWhatIsRead() {
    try (TestHub hub = TestHub.start().agents("ben", "eve");
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      rule(hub, Effect.DENY, Action.SEE, "agent/ben");
      rule(hub, Effect.ALLOW, Action.READ, "agent/eve");

      assertThat(ada.tool("discover_agents", "{}").path("agents"))
          .extracting(agent -> agent.path("agentId").asString(agent.path("id").asString("")))
          .doesNotContain("ben");
      assertThat(ada.call("resources/read", "{'uri':'parley://agent/ben'}").message().has("error"))
          .isTrue();
      assertThat(ada.call("resources/list", "{}").result().toString()).doesNotContain("agent ben");
    }
  }

  @Test
  void whoIsTooFastIsToldHowLongToWait() {
    RateLimits limits = new RateLimits(Rates.UNLIMITED.withMessages(new Rate(1, 1)), () -> 0);
    try (TestHub hub = TestHub.start(limits).agents("ben");
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      ada.tool("send_message", "{'to':'ben','content':'x'}");

      JsonNode refused = ada.rawTool("send_message", "{'to':'ben','content':'x'}");
      assertThat(refused.path("isError").asBoolean(false)).isTrue();
      assertThat(refused.at("/content/0/text").asString()).startsWith("rate_limited: ");
      assertThat(refused.path("_meta").path("parley/retryAfterMs").asInt()).isEqualTo(1_000);
    }
  }

  @Test
  void aSessionEndsWithTheTokenThatOpenedIt() {
    try (TestHub hub = TestHub.start();
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      assertThat(ada.call("tools/list", "{}").status()).isEqualTo(200);

      String fresh =
          hub.owner().ok("{'type':'agent.token','agentId':'ada'}").path("token").asString();

      assertThat(ada.call("tools/list", "{}").status()).isEqualTo(401);
      ada.token(fresh);
      await().until(() -> ada.call("tools/list", "{}").status() == 404);
    }
  }

  @Test
  void requestsAreLimitedBeforeTheyAreRead() {
    RateLimits limits = new RateLimits(Rates.UNLIMITED.withRequests(new Rate(1, 2)), () -> 0);
    try (TestHub hub = TestHub.start(limits);
        McpClient ada =
            McpClient.at(hub.port(), "/mcp?profile=all").token(hub.agent("ada")).initialize()) {
      McpClient.Answer refused = ada.call("tools/list", "{}");

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.error().path("data").path("retryAfterMs").asInt()).isEqualTo(1_000);
    }
  }
}
