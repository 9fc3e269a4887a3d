package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.agents.approvals.ApprovalPolicy.Rule;
import dev.parley.agents.schedules.SchedulesConfig;
import dev.parley.core.address.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolSettingsTest {
  @TempDir private Path data;

  private ToolSettings read(String yaml) throws IOException {
    Files.writeString(data.resolve("parley.yaml"), yaml);
    return new ConfigSources().read(data, Map.of(), Map.of()).agents().tools();
  }

  @Test
  void rulesOfApprovalsAndLimitsOfSchedulesAreRead() throws IOException {
    ToolSettings read =
        read(
            """
            approvals:
              allow: [mcp__Files__*, harness.read]
              ask: [schedule.create]
              deny: [agent.comm.send]
              expiryMinutes: 60
              answeredBy: [ops, developer]
            schedules:
              max: 10
              ownMax: 2
              ownSecondsApart: 3600
              catchUpMax: 5
              historyMax: 7
            """);
    assertThat(read.approvals().rules())
        .isEqualTo(
            Map.of(
                "mcp__Files__*", Rule.ALLOW,
                "harness.read", Rule.ALLOW,
                "schedule.create", Rule.ASK,
                "agent.comm.send", Rule.DENY));
    assertThat(read.approvals().patience()).isEqualTo(Duration.ofHours(1));
    assertThat(read.approvals().answeredBy())
        .containsExactly(new AgentId("ops"), new AgentId("developer"));
    assertThat(read.schedules()).isEqualTo(new SchedulesConfig(10, 2, Duration.ofHours(1), 5, 7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "approvals: {allow: ['a b']}; approvals.allow",
        "approvals: {deny: ['*x']}; approvals.deny",
        "approvals: {allow: [shell], ask: [shell]}; approvals.ask",
        "approvals: {expiryMinutes: 0}; approvals.expiryMinutes",
        "approvals: {expiryMinutes: 10081}; approvals.expiryMinutes",
        "approvals: {answeredBy: ['not an id']}; approvals.answeredBy",
        "approvals: {unknown: 1}; approvals.unknown",
        "schedules: {max: -1}; schedules.max",
        "schedules: {ownMax: many}; schedules.ownMax",
        "schedules: {ownSecondsApart: 0}; schedules.ownSecondsApart",
        "schedules: {catchUpMax: 0}; schedules.catchUpMax",
        "schedules: {historyMax: 1001}; schedules.historyMax",
        "web: {enabled: maybe}; web.enabled",
        "agents: {openBrains: [nothing]}; agents.openBrains",
        "web: {bytesMax: 1}; web.bytesMax",
        "web: {timeoutMs: 1}; web.timeoutMs",
        "web: {searchUrl: 'https://search.example/'}; web.searchUrl",
        "web: {searchUrl: 'file:///{query}'}; web.searchUrl",
        "agents: {mcpServersMax: -1}; agents.mcpServersMax",
        "agents: {mcpCallMs: 1}; agents.mcpCallMs",
      })
  void whatCannotBeIsRefusedByTheNameOfItsKey(String yaml, String key) {
    assertThatExceptionOfType(BadConfig.class)
        .isThrownBy(() -> read(yaml))
        .satisfies(refusal -> assertThat(refusal.key()).isEqualTo(key));
  }
}
