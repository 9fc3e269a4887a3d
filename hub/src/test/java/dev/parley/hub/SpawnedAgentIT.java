package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.hub.cli.CliRun;
import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A hub as a user would start it, with agents that it starts itself. */
class SpawnedAgentIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String CLASSES = System.getProperty("java.class.path");

  @TempDir private Path data;

  @BeforeEach
  void allowCommands() throws IOException {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("echo", List.of(JAVA, "-cp", CLASSES, "dev.parley.hub.EchoAgent", "{prompt}"));
    // A shell script that takes part with the command line, as the guide shows.
    commands.put(
        "script",
        List.of(
            "sh",
            "-c",
            "parley() { '%s' -cp '%s' dev.parley.hub.Main \"$@\"; }; parley send developer \"$1\";"
                    .formatted(JAVA, CLASSES)
                + " exec sleep 100",
            "sh",
            "{prompt}"));
    // Not for ever: what a failing test leaves behind ends by itself.
    commands.put("sleep", List.of("sleep", "100"));
    commands.put(
        "deaf", List.of("sh", "-c", "trap '' TERM; touch deaf; while true; do sleep 0.2; done"));
    StringBuilder yaml = new StringBuilder("agents:\n  settleMs: 1\n  commands:\n");
    commands.forEach(
        (name, argv) ->
            yaml.append("    ")
                .append(name)
                .append(":\n      directory: .\n      sandbox: false\n      argv: ")
                .append(JSON.writeValueAsString(argv))
                .append("\n"));
    Files.createDirectory(data.resolve("work"));
    yaml.append("    locked:\n      directory: work\n      argv: ")
        .append(JSON.writeValueAsString(commands.get("echo")))
        .append("\n      readable: ")
        .append(JSON.writeValueAsString(readable()))
        .append("\n");
    Files.writeString(data.resolve("parley.yaml"), yaml);
  }

  /** What the program consists of: where Java is need not be where the system is. */
  private static List<String> readable() {
    return Stream.concat(
            Stream.of(System.getProperty("java.home")),
            Stream.of(CLASSES.split(java.io.File.pathSeparator, -1)))
        .filter(path -> Files.exists(Path.of(path)) && !path.startsWith("/usr/"))
        .toList();
  }

  private static JsonNode tool(HubProcess hub, String name, String arguments) throws Exception {
    String address = hub.webSocket().toString().replaceFirst("^ws", "http");
    String meta =
        "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
            + "'io.modelcontextprotocol/clientCapabilities':{}}";
    String body =
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'%s','arguments':%s,%s}}"
            .formatted(name, arguments, meta);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address.replaceFirst("/ws$", "/mcp")))
            .header("Authorization", "Bearer " + hub.ownerToken())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", name)
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    JsonNode result = JSON.readTree(response.body()).path("result");
    assertThat(result.path("isError").asBoolean(false)).as(response.body()).isFalse();
    return result.path("structuredContent");
  }

  private static ProcessHandle spawn(HubProcess hub, String agent, String command)
      throws Exception {
    JsonNode spawned =
        tool(hub, "spawn_agent", "{'agentId':'%s','command':'%s'}".formatted(agent, command));
    return ProcessHandle.of(spawned.path("pid").asLong()).orElseThrow();
  }

  private CliRun.Result parley(String input, String... arguments) {
    return new CliRun().with("PARLEY_DATA", data.toString()).input(input).run(arguments);
  }

  private static String line(String json) {
    return json.replace('\'', '"') + "\n";
  }

  @Test
  void anAgentThatIsStartedOverStdioAnswersItsMessages() throws Exception {
    try (HubProcess hub = HubProcess.start(data)) {
      hub.webSocket();
      CliRun.Result mcp =
          parley(
              line(
                      "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':"
                          + "'2025-11-25','capabilities':{},"
                          + "'clientInfo':{'name':'probe','version':'1'}}}")
                  + line("{'jsonrpc':'2.0','method':'notifications/initialized'}")
                  + line(
                      "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':"
                          + "'spawn_agent','arguments':{'agentId':'echo','command':'echo',"
                          + "'prompt':'it; \\'s $HOME'}}}".replace("\\'", "\\u0027")),
              "mcp");
      assertThat(mcp.out()).contains("\"state\":\"running\"");

      CliRun.Result answered = parley("", "request", "echo", "what is x?", "--timeout", "60s");

      assertThat(answered.out()).as(answered.err()).contains("it; 's $HOME: what is x?");
      JsonNode stopped = tool(hub, "stop_agent", "{'agentId':'echo'}");
      assertThat(stopped.path("ending").asString()).isEqualTo("terminated");
    }
  }

  @Test
  void anAgentInASandboxAnswersItsMessagesAndItsLogIsFollowedToTheEnd() throws Exception {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
    try (HubProcess hub = HubProcess.start(data)) {
      hub.webSocket();
      CliRun.Result spawned =
          parley(
              "",
              "agents",
              "spawn",
              "echo",
              "--command",
              "locked",
              "--prompt",
              "it is",
              "--task",
              "Answer.");
      assertThat(spawned.out()).as(spawned.err()).startsWith("echo runs as process ");

      CliRun.Result answered = parley("", "request", "echo", "what is x?", "--timeout", "60s");

      assertThat(answered.out()).as(answered.err()).contains("it is: what is x?");
      CompletableFuture<CliRun.Result> followed =
          CompletableFuture.supplyAsync(() -> parley("", "agents", "attach", "echo"));
      assertThat(parley("", "agents", "stop", "echo").out()).contains("echo is stopped");
      assertThat(followed.get(60, TimeUnit.SECONDS).out()).contains("ended with code");
      assertThat(parley("", "agents", "logs", "echo").out()).contains("--- locked, process");
      assertThat(parley("", "agents", "logs", "nobody").err()).contains("has started no program");
      assertThat(parley("", "doctor").out()).contains("sandbox");
    }
  }

  @Test
  void aShellScriptTakesPartWithTheCommandLine() throws Exception {
    try (HubProcess hub = HubProcess.start(data)) {
      tool(
          hub,
          "spawn_agent",
          "{'agentId':'script','command':'script','prompt':'two words; and more'}");

      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(parley("", "inbox", "--peek").out())
                      .contains("script")
                      .contains("two words; and more"));
      tool(hub, "stop_agent", "{'agentId':'script'}");
    }
  }

  @Test
  void programsAreStartedListedAndStoppedFromTheCommandLine() throws Exception {
    try (HubProcess hub = HubProcess.start(data)) {
      hub.webSocket();
      CliRun.Result spawned = parley("", "agents", "spawn", "ada", "--command", "sleep");
      assertThat(spawned.out()).as(spawned.err()).startsWith("ada runs as process ");
      assertThat(spawned.err()).contains("ada.log");

      assertThat(parley("", "agents", "ps").lines())
          .anyMatch(line -> line.matches("ada +sleep +\\d+ .* running *"))
          .anyMatch(line -> line.startsWith("echo"));
      CliRun.Result refused = parley("", "agents", "spawn", "ben", "--command", "sh");
      assertThat(refused.exitCode()).isOne();
      assertThat(refused.err()).contains("there is no command 'sh'");

      assertThat(parley("", "agents", "stop", "ada").out()).contains("ada is stopped, code 143");
      assertThat(parley("", "agents", "ps", "--json").json().objects("programs").getFirst())
          .extracting(program -> program.text("state"))
          .isEqualTo("exited");
    }
  }

  @Test
  void whatAKilledHubLeavesRunningTheNextOneEndsAndSaysSo() throws Exception {
    ProcessHandle program;
    try (HubProcess hub = HubProcess.start(data)) {
      program = spawn(hub, "ada", "sleep");
      hub.kill();
    }
    assertThat(program.isAlive()).isTrue();

    try (HubProcess hub = HubProcess.start(data)) {
      hub.webSocket();
      await().atMost(LONG).until(() -> !program.isAlive());
      assertThat(hub.output()).contains("had outlived its hub");
      assertThat(parley("", "audit").out()).contains("left over");
      JsonNode ada = tool(hub, "list_agents", "{}").path("agents").path(0);
      assertThat(ada.path("agentId").asString()).isEqualTo("ada");
      assertThat(ada.has("program")).isFalse();
    }
  }

  @Test
  void whatIsInASandboxEndsWithItsHubEvenWhenThatIsKilled() throws Exception {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
    List<ProcessHandle> all = new ArrayList<>();
    try (HubProcess hub = HubProcess.start(data)) {
      hub.webSocket();
      String arguments = "{'agentId':'echo','command':'locked','prompt':'x'}";
      JsonNode spawned = tool(hub, "spawn_agent", arguments);
      ProcessHandle sandbox = ProcessHandle.of(spawned.path("pid").asLong()).orElseThrow();
      await().atMost(LONG).until(() -> sandbox.descendants().count() >= 2);
      all.add(sandbox);
      sandbox.descendants().forEach(all::add);
      hub.kill();
    }

    await().atMost(LONG).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aHubThatIsStoppedTakesItsProgramsWithItInTime() throws Exception {
    try (HubProcess hub = HubProcess.start(data)) {
      ProcessHandle willing = spawn(hub, "ada", "sleep");
      ProcessHandle deaf = spawn(hub, "ben", "deaf");
      await().atMost(LONG).until(() -> Files.exists(data.resolve("deaf")));

      assertThat(hub.terminate(10)).as(hub.output()).isIn(0, 143);

      assertThat(willing.isAlive()).isFalse();
      assertThat(deaf.isAlive()).isFalse();
    }
  }
}
