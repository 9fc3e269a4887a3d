package dev.parley.doors.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
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
      Npm.Outcome outcome =
          npm.run(
              120,
              Map.of(),
              "node",
              "clients.mjs",
              "http://127.0.0.1:" + hub.http().agentPort(),
              hub.agent("ada"),
              hub.agent("ben"));
      assertThat(outcome.exitCode()).as(outcome.output()).isZero();
      assertThat(outcome.output().lines().filter(line -> line.startsWith("ok "))).hasSize(4);
    }
  }
}
