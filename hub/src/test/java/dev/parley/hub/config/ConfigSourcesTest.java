package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.parley.agents.programs.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSourcesTest {
  @TempDir private Path data;
  private final ConfigSources sources = new ConfigSources();

  /** A key or default that changes here changes for every user: say so in the changelog. */
  @Test
  void everyKeyAndItsDefault() {
    assertThat(sources.keys())
        .containsExactly(
            entry("host", "127.0.0.1"),
            entry("port", "3000"),
            entry("agentPort", "3100"),
            entry("http.hosts", ""),
            entry("http.publicUrl", ""),
            entry("http.openMetrics", "false"),
            entry("limits.payloadBytesMax", "1048576"),
            entry("limits.frameBytesMax", "2097152"),
            entry("limits.connectionsMax", "15000"),
            entry("limits.strangersMax", "6000"),
            entry("limits.unansweredMax", "4096"),
            entry("limits.messagesPerSecond", "1000"),
            entry("limits.messagesBurst", "2000"),
            entry("limits.messagesToOnePerSecond", "100"),
            entry("limits.messagesToOneBurst", "200"),
            entry("limits.messagesToManyPerSecond", "10"),
            entry("limits.messagesToManyBurst", "20"),
            entry("limits.requestsPerSecond", "10000"),
            entry("limits.requestsBurst", "20000"),
            entry("limits.bytesPerSecond", "4194304"),
            entry("limits.bytesBurst", "8388608"),
            entry("limits.loginsPerSecond", "1"),
            entry("limits.loginsBurst", "10"),
            entry("limits.searchesPerSecond", "5"),
            entry("limits.searchesBurst", "50"),
            entry("limits.connectsPerSecond", "10"),
            entry("limits.connectsBurst", "100"),
            entry("limits.subscriptionsPerAgentMax", "1000"),
            entry("limits.sessionsPerAgentMax", "1000"),
            entry("limits.copiesPerAgentMax", "16"),
            entry("limits.groupsMax", "10000"),
            entry("limits.groupsPerAgentMax", "1000"),
            entry("limits.recordBytesMax", "65536"),
            entry("limits.copiesPerMessageMax", "100000"),
            entry("limits.waitingRequestsMax", "100000"),
            entry("limits.waitingRequestsPerAgentMax", "10000"),
            entry("limits.loginsMax", "1000"),
            entry("limits.loginsPerAgentMax", "20"),
            entry("limits.connectionsPerAgentMax", "1000"),
            entry("limits.eventReadersMax", "256"),
            entry("limits.eventReadersPerAgentMax", "16"),
            entry("limits.blobsMbPerAgentMax", "1024"),
            entry("accounts.open", "false"),
            entry("loops.perAgentMax", "200"),
            entry("loops.channelsMax", "500"),
            entry("loops.membersMax", "5000"),
            entry("loops.invitationsMax", "50"),
            entry("loops.conversationsPerAgentMax", "10000"),
            entry("usage.days", "90"),
            entry("usage.modelsMax", "50"),
            entry("governor.enabled", "true"),
            entry("governor.repeatsMax", "12"),
            entry("governor.alternationsMax", "100"),
            entry("governor.reactionsMax", "300"),
            entry("governor.windowSeconds", "600"),
            entry("governor.tokensPerDay", "0"),
            entry("governor.costMicrosPerDay", "0"),
            entry("governor.tokensPerChain", "0"),
            entry("governor.costMicrosPerChain", "0"),
            entry("gateway.messagesPerSecond", "100"),
            entry("retention.outboxDays", "0"),
            entry("retention.inboxDays", "0"),
            entry("retention.inboxCountMax", "0"),
            entry("retention.deadLetterDays", "30"),
            entry("delivery.ackTimeoutMs", "30000"),
            entry("delivery.maxAttempts", "5"),
            entry("delivery.window", "1000"),
            entry("idempotency.windowMinutes", "10"),
            entry("mcp.trustAgentIds", "false"),
            entry("mcp.showAgainMs", "60000"),
            entry("agents.containerEngine", ""),
            entry("agents.runningMax", "8"),
            entry("agents.settleMs", "1000"),
            entry("agents.stopGraceMs", "3000"),
            entry("agents.logBytesMax", "1048576"),
            entry("agents.harnessesMax", "8"),
            entry("tasks.onShutdown", "resume"),
            entry("agents.shell.use", "ask"),
            entry("agents.shell.sandbox", "true"),
            entry("agents.shell.network", "false"),
            entry("agents.shell.memoryMb", "1024"),
            entry("agents.shell.seconds", "300"),
            entry("agents.file.use", "allow"),
            entry("agents.openBrains", ""),
            entry("approvals.allow", ""),
            entry("approvals.ask", ""),
            entry("approvals.deny", ""),
            entry("approvals.expiryMinutes", "10"),
            entry("approvals.answeredBy", ""),
            entry("schedules.max", "1000"),
            entry("schedules.ownMax", "20"),
            entry("schedules.ownSecondsApart", "10"),
            entry("schedules.catchUpMax", "100"),
            entry("schedules.historyMax", "50"),
            entry("web.enabled", "true"),
            entry("web.comm", "false"),
            entry("web.privateAddresses", "false"),
            entry("web.bytesMax", "2097152"),
            entry("web.timeoutMs", "20000"),
            entry("web.searchUrl", ""),
            entry("agents.mcpServersMax", "16"),
            entry("agents.mcpCallMs", "60000"),
            entry("log.format", "text"),
            entry("log.level", "info"),
            entry("traces.endpoint", ""),
            entry("traces.oneIn", "1"),
            entry("files.directory", ""),
            entry("files.inboxes", "user"),
            entry("files.sweepMs", "2000"),
            entry("store", "rocksdb"),
            entry("store.acceptDamage", "false"),
            entry("nats.servers", "nats://127.0.0.1:4222"),
            entry("nats.cluster", "parley"),
            entry("nats.replicas", "3"),
            entry("nats.snapshotMb", "256"),
            entry("nats.credentials", ""),
            entry("nats.ca", ""),
            entry("comm.enabled", "false"),
            entry("comm.plugin", "gateway"),
            entry("comm.apiServer", ""),
            entry("comm.botId", ""),
            entry("comm.gateway", ""),
            entry("comm.token", ""),
            entry("apps.enabled", "true"),
            entry("apps.sandbox", "true"),
            entry("apps.runningMax", "50"),
            entry("apps.memoryMb", "1024"),
            entry("apps.processes", "256"),
            entry("apps.fileMb", "512"),
            entry("apps.openFiles", "1024"),
            entry("apps.store", ""));
  }

  @Test
  void theGuideListsEveryKeyWithItsVariableAndDefault() throws IOException {
    String guide = Files.readString(Path.of("../docs/guide.md"));

    sources
        .keys()
        .forEach(
            (key, value) ->
                assertThat(guide)
                    .containsPattern(
                        "\\| `%s` \\| `%s`.* \\| `%s` \\|"
                            .formatted(Pattern.quote(key), ConfigSources.variable(key), value)));
  }

  @Test
  void withoutAnythingSetEverythingIsDefault() {
    assertThat(sources.read(data, Map.of(), Map.of())).isEqualTo(HubConfig.defaults(data));
  }

  @ParameterizedTest
  @CsvSource({
    "port, PARLEY_PORT",
    "agentPort, PARLEY_AGENT_PORT",
    "limits.payloadBytesMax, PARLEY_LIMITS_PAYLOAD_BYTES_MAX",
    "delivery.ackTimeoutMs, PARLEY_DELIVERY_ACK_TIMEOUT_MS",
  })
  void aKeysVariableIsItsNameInUpperSnakeCase(String key, String variable) {
    assertThat(ConfigSources.variable(key)).isEqualTo(variable);
  }

  @Test
  void eachLaterSourceWins() throws IOException {
    yaml(
        """
        port: 4000
        agentPort: 4100
        limits:
          connectionsMax: 7
        delivery:
          window: 3
        """);
    Map<String, String> environment =
        Map.of("PARLEY_AGENT_PORT", "5100", "PARLEY_DELIVERY_WINDOW", "4");

    HubConfig config = sources.read(data, environment, Map.of("delivery.window", "5"));

    assertThat(config.port()).isEqualTo(4000);
    assertThat(config.agentPort()).isEqualTo(5100);
    assertThat(config.limits().connectionsMax()).isEqualTo(7);
    assertThat(config.delivery().window()).isEqualTo(5);
  }

  @Test
  void appsComeFromAStoreThatNobodyOnTheWayCanSpeakFor() {
    for (String store : List.of("", "here", "https://store.example", "http://127.0.0.1:3000")) {
      assertThat(sources.read(data, Map.of(), Map.of("apps.store", store)).apps().store())
          .isEqualTo(store);
    }
    for (String store : List.of("http://store.example", "store.example", "there")) {
      assertThatThrownBy(() -> sources.read(data, Map.of(), Map.of("apps.store", store)))
          .isInstanceOf(BadConfig.class)
          .hasMessageContaining("apps.store");
    }
  }

  @Test
  void whatBecomesOfTasksWhenTheHubStopsIsOneOfTwoThings() {
    assertThat(sources.read(data, Map.of(), Map.of("tasks.onShutdown", "fail")).agents())
        .returns(true, AgentsConfig::failsTasksOnShutdown);
    assertThatThrownBy(() -> sources.read(data, Map.of(), Map.of("tasks.onShutdown", "forget")))
        .isInstanceOf(BadConfig.class)
        .hasMessageStartingWith(
            "tasks.onShutdown: 'forget' is refused, it must be 'resume' or 'fail'");
  }

  @Test
  void theSourcesOwnVariablesWorkAndOursWinOverThem() {
    Map<String, String> theirs = Map.of("HTTP_PORT", "4000", "AGENT_MCP_PORT", "4100");
    assertThat(sources.read(data, theirs, Map.of()))
        .extracting(HubConfig::port, HubConfig::agentPort)
        .containsExactly(4000, 4100);

    Map<String, String> both = Map.of("HTTP_PORT", "4000", "PARLEY_PORT", "5000");
    assertThat(sources.read(data, both, Map.of()).port()).isEqualTo(5000);
  }

  @Test
  void anUnknownKeyIsRefusedByNameWithTheNearestKnownOne() throws IOException {
    yaml("limits:\n  payloadBytes: 5\n");

    refused(Map.of(), Map.of())
        .withMessageStartingWith("limits.payloadBytes: there is no such setting")
        .withMessageContaining("parley.yaml")
        .withMessageEndingWith("did you mean limits.payloadBytesMax?");
  }

  @Test
  void anUnknownVariableIsRefusedByName() {
    refused(Map.of("PARLEY_PROT", "4000"), Map.of())
        .withMessage("PARLEY_PROT: there is no such setting; did you mean PARLEY_PORT?");
  }

  @Test
  void variablesOfOtherPartsAreNobodysBusinessHere() {
    Map<String, String> others =
        Map.of("PARLEY_DATA", "x", "PARLEY_HEAP", "1g", "PARLEY_SERVICE_HOST", "x", "PATH", "/bin");

    assertThat(sources.read(data, others, Map.of())).isEqualTo(HubConfig.defaults(data));
  }

  @Test
  void anUnknownFlagIsRefusedByName() {
    refused(Map.of(), Map.of("window", "3")).withMessageEndingWith("did you mean delivery.window?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port | abc | port: 'abc' is refused, it must be a whole number (set by a flag)",
        "port | 70000 | port: '70000' is refused, it must be from 0 to 65535 (set by a flag)",
        "agentPort | 3000 | agentPort: '3000' is refused, it must be another port than 'port' (set"
            + " by a flag)",
        "limits.messagesPerSecond | -1 | limits.messagesPerSecond: '-1' is refused, it must be at"
            + " least 0 (set by a flag)",
        "limits.requestsBurst | 0 | limits.requestsBurst: '0' is refused, it must be at least 1"
            + " (set by a flag)",
        "limits.payloadBytesMax | 0 | limits.payloadBytesMax: '0' is refused, it must be at least 1"
            + " (set by a flag)",
        "delivery.maxAttempts | 0 | delivery.maxAttempts: '0' is refused, it must be from 1 to"
            + " 100 (set by a flag)",
        "log.format | xml | log.format: 'xml' is refused, it must be one of text, json (set by a"
            + " flag)",
        "retention.inboxDays | -1 | retention.inboxDays: '-1' is refused, it must be at least 0"
            + " (set by a flag)",
      })
  void aBadValueIsRefusedByItsKeysName(String key, String value, String message) {
    refused(Map.of(), Map.of(key, value)).withMessage(message);
  }

  @Test
  void aBadValueInTheFileIsRefusedWithItsLine() throws IOException {
    yaml("port: 4000\nlog:\n  level: loud\n");

    refused(Map.of(), Map.of())
        .withMessageStartingWith("log.level: 'loud' is refused")
        .withMessageContaining("parley.yaml line 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'- a\n- b'", "'port: [1, 2]'", "'port: 1\nport: 2'", "'port: {'"})
  void aFileThatIsNotKeysAndValuesIsRefused(String text) throws IOException {
    yaml(text);

    refused(Map.of(), Map.of());
  }

  @Test
  void hostNamesAreAListInTheFileAndHaveCommasElsewhere() throws IOException {
    yaml("http:\n  hosts: [Host.Docker.Internal, hub.lan]\n");
    assertThat(sources.read(data, Map.of(), Map.of()).http().hosts())
        .containsExactlyInAnyOrder("host.docker.internal", "hub.lan");

    Map<String, String> environment =
        Map.of("PARLEY_HTTP_HOSTS", "host.containers.internal, [fd00::1]");
    assertThat(sources.read(data, environment, Map.of()).http().hosts())
        .containsExactlyInAnyOrder("host.containers.internal", "[fd00::1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "*.lan", "http://hub", "hub:3000", "hub lan", "-x", "a..b", "hub."})
  void whatIsNoHostNameIsRefused(String host) {
    refused(Map.of(), Map.of("http.hosts", host))
        .withMessageStartingWith("http.hosts: '" + host + "' is refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hub.example",
        "ftp://hub.example",
        "https://hub.example/parley",
        "https://u@hub.example",
        "https://hub.example?x",
        "https://"
      })
  void whatIsNoPublicAddressIsRefused(String url) {
    refused(Map.of(), Map.of("http.publicUrl", url))
        .withMessageStartingWith("http.publicUrl: '" + url + "' is refused");
  }

  @Test
  void thePublicAddressIsANameOfTheHub() {
    HttpConfig http =
        sources.read(data, Map.of(), Map.of("http.publicUrl", "https://Hub.example:8443/")).http();

    assertThat(http.publicUrl()).hasToString("https://hub.example:8443");
    assertThat(http.hosts()).containsExactly("hub.example");
  }

  @Test
  void aListWhereOneValueIsExpectedIsRefusedWithItsLine() throws IOException {
    yaml("port: 4000\nhost: [a, b]\n");
    refused(Map.of(), Map.of())
        .withMessageStartingWith("host: one value is expected, not a list")
        .withMessageContaining("line 2");
  }

  @Test
  void commandsAreReadFromTheFileAsTheyAreWritten() throws IOException {
    yaml(
        """
        agents:
          runningMax: 2
          commands:
            Claude:
              argv: [claude, -p, "{prompt}, please", "", 5]
              directory: work
              environment: [API_KEY]
              description: writes code
            other:
              argv: [other]
              directory: /srv/other
        """);

    AgentsConfig agents = sources.read(data, Map.of(), Map.of()).agents();

    assertThat(agents.runningMax()).isEqualTo(2);
    assertThat(agents.commands().keySet()).containsExactlyInAnyOrder("Claude", "other");
    Command claude = agents.commands().get("Claude");
    assertThat(claude.argv()).containsExactly("claude", "-p", "{prompt}, please", "", "5");
    assertThat(claude.directory()).isEqualTo(data.resolve("work"));
    assertThat(claude.environment()).containsExactly("API_KEY");
    assertThat(claude.description()).isEqualTo("writes code");
    assertThat(agents.commands().get("other").directory()).isEqualTo(Path.of("/srv/other"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "argv: claude -p | agents.commands.x.argv: a list is expected",
        "argv: [] | agents.commands.x: argv is a list that begins with the program",
        "argv: ['{prompt}'] | agents.commands.x: which program is started",
        "argv: [a, '{token}'] | agents.commands.x: everybody on the machine",
        "argv: [a, [b]] | agents.commands.x.argv: a list of plain values is expected",
        "environment: [PARLEY_TOKEN] | agents.commands.x: 'PARLEY_TOKEN' is no name",
        "shell: true | agents.commands.x.shell: there is no such setting; a command has",
        "directory: '' | agents.commands.x.directory: set twice",
      })
  void aCommandThatIsNoneIsRefusedByItsKeysName(String line, String problem) throws IOException {
    String argv = line.startsWith("argv") ? "" : "      argv: [a]\n";
    yaml("agents:\n  commands:\n    x:\n      directory: /\n" + argv + "      " + line + "\n");

    refused(Map.of(), Map.of()).withMessageStartingWith(problem);
  }

  @Test
  void aCommandsFolderHasToBeNamed() throws IOException {
    yaml("agents:\n  commands:\n    x:\n      argv: [a]\n");

    refused(Map.of(), Map.of())
        .withMessageStartingWith("agents.commands.x: 'directory' has to say")
        .withMessageContaining("parley.yaml line 4");
  }

  @Test
  void noFlagAndNoVariableMakesACommand() {
    refused(Map.of(), Map.of("agents.commands.x.argv", "sh"))
        .withMessageStartingWith("agents.commands.x.argv: there is no such setting");
    refused(Map.of("PARLEY_AGENTS_COMMANDS_X_ARGV", "sh"), Map.of())
        .withMessageContaining("there is no such setting");
  }

  @Test
  void anEmptyFileSetsNothing() throws IOException {
    yaml("# nothing yet\n");

    assertThat(sources.read(data, Map.of(), Map.of())).isEqualTo(HubConfig.defaults(data));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "localhost, true",
    "::1, true",
    "0.0.0.0, false",
    "10.0.0.1, false"
  })
  void knowsWhichAddressesOnlyThisMachineCanReach(String host, boolean loopback) {
    assertThat(sources.read(data, Map.of(), Map.of("host", host)).isLoopback()).isEqualTo(loopback);
  }

  private org.assertj.core.api.ThrowableAssertAlternative<BadConfig> refused(
      Map<String, String> environment, Map<String, String> flags) {
    return assertThatExceptionOfType(BadConfig.class)
        .isThrownBy(() -> sources.read(data, environment, flags));
  }

  private void yaml(String text) throws IOException {
    Files.writeString(data.resolve("parley.yaml"), text);
  }
}
