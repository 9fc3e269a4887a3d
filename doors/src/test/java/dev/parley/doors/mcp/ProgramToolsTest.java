package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.programs.Command;
import dev.parley.agents.programs.ProgramsConfig;
import dev.parley.doors.TestHub;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Starting and stopping agents over MCP, and who may. */
class ProgramToolsTest {
  private static final List<String> TOOLS = List.of("spawn_agent", "list_agents", "stop_agent");

  @TempDir private Path folder;

  private TestHub hub;
  private McpClient owner;
  private final List<McpClient> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    start(Duration.ofMillis(1));
  }

  /**
   * @param settle how long a program is waited for to end at once
   */
  private void start(Duration settle) {
    hub =
        TestHub.start(
                new ProgramsConfig(
                    folder.resolve("programs"),
                    Map.of(
                        "sleep", command("sleep", "sleep", "1000"),
                        "crash", command("crash", "sh", "-c", "echo no key; exit 3")),
                    System.getenv(),
                    2,
                    settle,
                    Duration.ofSeconds(30),
                    1 << 20))
            .agents("developer");
    owner = connect(hub.ownerToken(), "/mcp?profile=all");
  }

  private Command command(String name, String... argv) {
    return new Command(name, List.of(argv), folder, List.of(), "does " + name);
  }

  private McpClient connect(String token, String path) {
    McpClient client = McpClient.at(hub.port(), path).token(token).initialize();
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() {
    clients.forEach(McpClient::close);
    hub.close();
  }

  private List<String> toolNames(McpClient client) {
    return client
        .call("tools/list", "{}")
        .result()
        .path("tools")
        .valueStream()
        .map(tool -> tool.path("name").asString())
        .toList();
  }

  private JsonNode spawn(String agent) {
    return owner.tool("spawn_agent", "{'agentId':'" + agent + "','command':'sleep'}");
  }

  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  @Test
  void theOwnerSeesThemBesideTheMessagingToolsAndWhatMayBeStarted() {
    assertThat(toolNames(owner)).startsWith("send_message").endsWith(TOOLS.toArray(String[]::new));
    for (JsonNode tool : owner.call("tools/list", "{}").result().path("tools")) {
      assertThat(tool.path("description").asString()).contains("Example: {").hasSizeLessThan(400);
      if (tool.path("name").asString().equals("spawn_agent")) {
        assertThat(tool.path("description").asString()).contains("crash, sleep");
      }
      if (tool.path("name").asString().equals("stop_agent")) {
        assertThat(tool.path("annotations").path("destructiveHint").asBoolean()).isTrue();
      }
    }
    assertThat(toolNames(connect(hub.ownerToken(), "/mcp?profile=core"))).containsAll(TOOLS);
    assertThat(toolNames(connect(hub.ownerToken(), "/mcp?profile=bot")))
        .doesNotContainAnyElementsOf(TOOLS);
  }

  @Test
  void forAnAgentAndForTheOwnerActingAsOneTheyDoNotExist() {
    String token = hub.agent("ada");
    List<McpClient> others =
        List.of(
            connect(token, "/mcp?profile=all"),
            connect(token, "/mcp?profile=crowd"),
            connect(hub.ownerToken(), "/mcp?agentId=ada"));

    for (McpClient other : others) {
      assertThat(toolNames(other)).isNotEmpty().doesNotContainAnyElementsOf(TOOLS);
      for (String tool : TOOLS) {
        String call = "{'name':'" + tool + "','arguments':{'agentId':'x','command':'sleep'}}";
        assertThat(other.call("tools/call", call).error().path("code").asInt()).isEqualTo(-32602);
        assertThat(other.ask("tools/call", call).error().path("code").asInt()).isEqualTo(-32602);
      }
    }
    assertThat(owner.tool("list_agents", "{}").path("agents")).hasSize(2);
  }

  @Test
  void anAgentIsStartedListedAndStopped() {
    JsonNode spawned = spawn("ada");
    assertThat(spawned.path("state").asString()).isEqualTo("running");
    assertThat(spawned.path("command").asString()).isEqualTo("sleep");
    assertThat(spawned.path("connected").asBoolean()).isFalse();
    long pid = spawned.path("pid").asLong();
    assertThat(runs(pid)).isTrue();
    owner.tool("send_message", "{'to':'ada','content':'hello'}");

    JsonNode listed = owner.tool("list_agents", "{}");
    assertThat(listed.path("commands").valueStream().map(c -> c.path("name").asString()))
        .containsExactly("crash", "sleep");
    assertThat(listed.path("commands").path(1).path("description").asString())
        .isEqualTo("does sleep");
    assertThat(listed.path("runningMax").asInt()).isEqualTo(2);
    JsonNode ada = listed.path("agents").path(0);
    assertThat(ada.path("agentId").asString()).isEqualTo("ada");
    assertThat(ada.path("online").asBoolean()).isFalse();
    assertThat(ada.path("unread").asInt()).isEqualTo(1);
    assertThat(ada.path("program").path("pid").asLong()).isEqualTo(pid);
    assertThat(ada.path("program").path("since").asLong()).isPositive();
    assertThat(listed.path("agents").path(1).has("program")).isFalse();

    JsonNode stopped = owner.tool("stop_agent", "{'agentId':'ada'}");
    assertThat(stopped.path("ending").asString()).isEqualTo("terminated");
    assertThat(stopped.path("exitCode").asInt()).isEqualTo(143);
    assertThat(runs(pid)).isFalse();
    assertThat(owner.tool("stop_agent", "{'agentId':'ada'}").path("ending").asString())
        .isEqualTo("had_exited");
    JsonNode after = owner.tool("list_agents", "{}").path("agents").path(0);
    assertThat(after.path("program").path("state").asString()).isEqualTo("exited");
    assertThat(after.path("unread").asInt()).isEqualTo(1);
  }

  @Test
  void listsArePaged() {
    hub.agents("a", "b", "c");

    JsonNode first = owner.tool("list_agents", "{'limit':2}");
    assertThat(first.path("more").asBoolean()).isTrue();
    JsonNode rest = owner.tool("list_agents", "{'limit':2,'after':'b'}");
    assertThat(rest.path("agents").valueStream().map(a -> a.path("agentId").asString()))
        .containsExactly("c", "developer");
    assertThat(rest.path("more").asBoolean()).isFalse();
  }

  @Test
  void theModernGenerationHasThemToo() {
    JsonNode result =
        owner
            .ask(
                "tools/call",
                "{'name':'spawn_agent','arguments':{'agentId':'ada','command':'sleep'}}")
            .result();
    assertThat(result.path("structuredContent").path("state").asString()).isEqualTo("running");
  }

  @Test
  void aProgramThatEndsAtOnceIsAFailureWithItsLastWords() {
    stop();
    start(Duration.ofSeconds(30));

    assertThat(owner.failure("spawn_agent", "{'agentId':'ada','command':'crash'}"))
        .startsWith("conflict: ")
        .contains("code 3")
        .endsWith("no key");
  }

  @Test
  void beyondTheLimitNothingIsStarted() {
    spawn("a");
    spawn("b");

    assertThat(owner.failure("spawn_agent", "{'agentId':'c','command':'sleep'}"))
        .startsWith("overloaded: 2 programs run");
    owner.tool("stop_agent", "{'agentId':'a'}");
    spawn("c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'agentId':'ada','command':'rm'}",
        "{'agentId':'ada','command':'/bin/sh'}",
        "{'agentId':'ada','command':['sh','-c','id']}",
        "{'agentId':'../../etc/passwd','command':'sleep'}",
        "{'agentId':'a b','command':'sleep'}",
        "{'agentId':'','command':'sleep'}",
        "{'agentId':'developer','command':'sleep'}",
        "{'agentId':'ada','command':'sleep','argv':['sh']}",
        "{'agentId':'ada','command':'sleep','prompt':5}",
        "{'agentId':'ada'}",
        "{'agentId':'ada','command':'sleep','task':'this','prompt':'that'}",
        "{'agentId':'ada','command':'sleep','workspace':'/'}",
        "{'agentId':'ada','command':'sleep','workspace':'/nowhere'}"
      })
  void badInputIsRefusedAndChangesNothing(String arguments) {
    assertThat(owner.failure("spawn_agent", arguments)).isNotEmpty();

    JsonNode agents = owner.tool("list_agents", "{}").path("agents");
    assertThat(agents).hasSize(1);
    assertThat(agents.path(0).has("program")).isFalse();
  }

  @Test
  void whoNamesNobodyGetsANewAgentWithItsTaskInItsInbox() {
    JsonNode spawned = owner.tool("spawn_agent", "{'command':'sleep','task':'count the stars'}");

    String agent = spawned.path("agentId").asString();
    assertThat(agent).matches("agent-[0-9a-f-]{36}");
    JsonNode agents = owner.tool("list_agents", "{}").path("agents");
    assertThat(agents.valueStream().filter(each -> each.path("agentId").asString().equals(agent)))
        .extracting(each -> each.path("unread").asInt())
        .containsExactly(1);
  }

  @Test
  void everyStartAndStopIsAudited() {
    spawn("ada");
    owner.failure("spawn_agent", "{'agentId':'ben','command':'rm'}");
    owner.tool("stop_agent", "{'agentId':'ada'}");
    owner.failure("stop_agent", "{'agentId':'ben'}");

    await()
        .untilAsserted(
            () ->
                assertThat(hub.audit().page(Long.MAX_VALUE, 10, "owner", null))
                    .extracting(
                        e -> e.action() + " " + e.subject() + " " + e.outcome() + " " + e.door())
                    .containsExactly(
                        "agent.stop ben not_found mcp",
                        "agent.stop ada ok mcp",
                        "agent.spawn ben rm not_found mcp",
                        "agent.spawn ada sleep ok mcp"));
  }
}
