package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import dev.parley.doors.mcp.conformance.FixtureHub;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may come in, and as whom. */
class EntranceTest {
  private static TestHub hub;
  private static String ada;

  @BeforeAll
  static void start() {
    hub = TestHub.start().agents("ben", "developer");
    ada = hub.agent("ada");
  }

  @AfterAll
  static void stop() {
    hub.close();
  }

  private static McpClient.Answer get(String path, String token) {
    try (McpClient client = McpClient.at(hub.port(), path)) {
      if (token != null) {
        client.token(token);
      }
      return path.startsWith("/sse")
          ? client.send(client.request().GET())
          : client.ask("tools/list", "{}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/mcp?agentId=ada", "/sse?agentId=ada", "/sse"})
  void withoutATokenNobodyComesInWhateverTheyCallThemselves(String path) {
    McpClient.Answer answer = get(path, null);
    assertThat(answer.status()).isEqualTo(401);
    String signpost =
        "resource_metadata=\"http://127.0.0.1:%d/.well-known/oauth-protected-resource%s\", scope=\"mcp\""
            .formatted(hub.port(), path.substring(0, 4));
    assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer " + signpost);
    McpClient.Answer wrong = get(path, "wrong");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.header("WWW-Authenticate"))
        .isEqualTo("Bearer error=\"invalid_token\", " + signpost);
  }

  @Test
  void anAgentIsOnlyItself() {
    assertThat(get("/mcp?agentId=ada", ada).status()).isEqualTo(200);
    assertThat(get("/mcp?agentId=ben", ada).status()).isEqualTo(403);
    assertThat(get("/sse?agentId=ben", ada).status()).isEqualTo(403);
  }

  @Test
  void theOwnerIsAnybodyThereIs() {
    assertThat(get("/mcp?agentId=ben", hub.ownerToken()).status()).isEqualTo(200);
    assertThat(get("/mcp?agentId=nobody", hub.ownerToken()).status()).isEqualTo(404);
    assertThat(get("/mcp?agentId=a%2Fb", hub.ownerToken()).status()).isEqualTo(400);
  }

  @Test
  void anAgentIdIsBelievedOnlyWhereThatIsSwitchedOn() {
    try (var trusting = new FixtureHub();
        McpClient client = McpClient.at(URI.create(trusting.url()).getPort(), "/mcp")) {
      assertThat(client.ask("tools/list", "{}").status()).isEqualTo(200);
      client.token("wrong");
      assertThat(client.ask("tools/list", "{}").status()).isEqualTo(401);
    }
  }

  @Test
  void nobodyIsTheOwnerForSayingSo() {
    try (var trusting = new FixtureHub("developer");
        McpClient client = McpClient.at(URI.create(trusting.url()).getPort(), "/mcp")) {
      assertThat(client.ask("tools/list", "{}").status()).isEqualTo(401);
    }
  }
}
