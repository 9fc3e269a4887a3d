package dev.parley.doors.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The official TypeScript clients of both lines call every tool, over every transport they have.
 */
class McpSdkIT {

  @Test
  void theOfficialTypeScriptClientsCallEveryTool() throws Exception {
    Npm npm = Npm.install();
    try (TestHub hub = TestHub.start()) {
      String ada = hub.agent("ada");
      String ben = hub.agent("ben");
      hub.agents("developer").givesTasksAndAsksFor("ben", 4);
      Npm.Outcome outcome =
          npm.run(
              120,
              Map.of(),
              "node",
              "clients.mjs",
              "http://127.0.0.1:" + hub.http().agentPort(),
              ada,
              ben);
      assertThat(outcome.exitCode()).as(outcome.output()).isZero();
      assertThat(outcome.output().lines().filter(line -> line.startsWith("ok "))).hasSize(4);
    }
  }

  @Test
  void theOfficialTypeScriptClientsLogInThroughTheBrowserWithNothingButTheHubsAddress()
      throws Exception {
    Npm npm = Npm.install();
    try (TestHub hub = TestHub.start()) {
      register(hub, "ann@example.org", "correct horse battery");
      Npm.Outcome outcome =
          npm.run(
              120,
              Map.of(),
              "node",
              "oauth.mjs",
              "http://127.0.0.1:" + hub.http().agentPort(),
              "ann@example.org",
              "correct horse battery",
              "ann");
      assertThat(outcome.exitCode()).as(outcome.output()).isZero();
      assertThat(outcome.output().lines().filter(line -> line.startsWith("ok "))).hasSize(3);
    }
  }

  private static void register(TestHub hub, String email, String password) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + hub.port() + "/api/v1/owners/register"))
            .header("Authorization", "Bearer " + hub.ownerToken())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password)))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(201);
    }
  }
}
