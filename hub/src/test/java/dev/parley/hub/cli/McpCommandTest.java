package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** MCP on standard input and output, and writing it into clients' configurations. */
class McpCommandTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String INITIALIZE =
      "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
          + "'capabilities':{},'clientInfo':{'name':'probe','version':'1'}}}\n"
          + "{'jsonrpc':'2.0','method':'notifications/initialized'}\n";
  private static final String META =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  @TempDir Path folder;

  /** What was answered, by the ids of the requests. */
  private static Map<String, JsonNode> answers(CliRun.Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result.lines().stream()
        .map(line -> JSON.readTree(line))
        .collect(Collectors.toMap(m -> m.path("id").toString(), Function.identity()));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  @Test
  void bothGenerationsAreSpokenOverThePipesUntilTheyEnd() throws Exception {
    try (LiveHub hub = LiveHub.start(folder)) {
      String call =
          "'method':'tools/call','params':{'name':'send_message',"
              + "'arguments':{'to':'developer','content':'hällo %s'}%s}}\n";
      CliRun.Result result =
          hub.cli()
              .input(
                  json(
                      INITIALIZE
                          + "{'jsonrpc':'2.0','id':1,"
                          + call.formatted("one", "")
                          + "{'jsonrpc':'2.0','id':'2',"
                          + call.formatted("two", "," + META)
                          + "this is not JSON\n"))
              .run("mcp", "--agent", "ada", "--register");
      Map<String, JsonNode> answers = answers(result);
      assertThat(answers.keySet()).containsExactlyInAnyOrder("0", "1", "\"2\"", "");
      assertThat(answers.get("0").path("result").path("protocolVersion").asString())
          .isEqualTo("2025-11-25");
      assertThat(
              answers.get("1").path("result").path("structuredContent").path("success").asBoolean())
          .isTrue();
      assertThat(answers.get("\"2\"").path("result").path("resultType").asString())
          .isEqualTo("complete");
      assertThat(answers.get("").path("error").path("code").asInt()).isEqualTo(-32700);
      assertThat(hub.run("inbox", "--json").out())
          .contains("hällo one", "hällo two", "\"from\":\"ada\"", "\"origin\":\"peer\"");
    }
  }

  @Test
  void anAgentsOwnTokenIsEnoughAndNoOthersIdIsBelieved() throws Exception {
    try (LiveHub hub = LiveHub.start(folder)) {
      String token = hub.addAgent("ada");
      hub.addAgent("ben");
      String list =
          json("{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{" + META + "}}\n");
      CliRun own = hub.cli().with("PARLEY_TOKEN", token).input(list);
      assertThat(answers(own.run("mcp")).get("1").path("result").path("tools").size())
          .isEqualTo(10);
      CliRun bot = hub.cli().with("PARLEY_TOKEN", token).input(list);
      assertThat(
              answers(bot.run("mcp", "--profile", "bot"))
                  .get("1")
                  .path("result")
                  .path("tools")
                  .size())
          .isEqualTo(4);
      CliRun forged = hub.cli().with("PARLEY_TOKEN", token).input(list);
      assertThat(
              answers(forged.run("mcp", "--agent", "ben"))
                  .get("1")
                  .path("error")
                  .path("message")
                  .asString())
          .contains("this token is agent 'ada', not 'ben'");
    }
  }

  @Test
  void aLineThatIsTooLongIsAnsweredUnderItsId() {
    CliRun.Result result =
        new CliRun()
            .with("PARLEY_DATA", folder.toString())
            .input(
                json("{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':'")
                    + "x".repeat(5 << 20)
                    + json("'}}\n"))
            .run("mcp");
    assertThat(answers(result).get("7").path("error").path("message").asString())
        .contains("more than 4 MiB");
  }

  @Test
  void withoutAHubEveryRequestIsToldSo() {
    CliRun.Result result =
        new CliRun()
            .with("PARLEY_DATA", folder.toString())
            .input(json(INITIALIZE + "{'jsonrpc':'2.0','id':1,'method':'ping'}\n"))
            .run("mcp");
    Map<String, JsonNode> answers = answers(result);
    assertThat(answers.get("0").path("error").path("message").asString())
        .contains("no hub runs on")
        .contains("parley up");
    assertThat(answers.get("1").path("result").isObject()).isTrue();
  }

  private CliRun.Result install(String client, String... more) {
    List<String> arguments =
        Stream.concat(Stream.of("mcp", "install", "--client", client, "--json"), Stream.of(more))
            .toList();
    return new CliRun().with("HOME", folder.toString()).run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"claude", "opencode", "codex", "gemini", "cursor", "vscode", "windsurf", "goose"})
  void installingTwiceChangesOnce(String client) throws Exception {
    CliRun.Result first = install(client, "--yes");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.json().flag("changed")).isTrue();
    Path file = Path.of(first.json().text("file", ""));
    assertThat(file).startsWith(folder);
    String written = Files.readString(file);
    assertThat(written).contains("parley", "mcp", "--agent", client, "--register");
    CliRun.Result second = install(client, "--yes");
    assertThat(second.json().flag("changed")).isFalse();
    assertThat(Files.readString(file)).isEqualTo(written);
  }

  @Test
  void whatElseIsConfiguredStaysAndABackupIsKept() throws Exception {
    Path file = folder.resolve(".claude.json");
    String before = "{\"theme\":\"dark\",\"mcpServers\":{\"other\":{\"command\":\"x\"}}}";
    Files.writeString(file, before);
    JsonObject result = install("claude", "--yes", "--agent", "ada").json();
    JsonNode after = JSON.readTree(Files.readString(file));
    assertThat(after.path("theme").asString()).isEqualTo("dark");
    assertThat(after.path("mcpServers").propertyNames()).containsExactly("other", "parley");
    assertThat(after.path("mcpServers").path("parley").path("args").toString()).contains("\"ada\"");
    assertThat(Files.readString(Path.of(result.text("backup", "")))).isEqualTo(before);
  }

  @Test
  void aTableOfOursInTomlIsReplacedAndOthersStay() throws Exception {
    Path file = folder.resolve("config.toml");
    Files.writeString(
        file,
        """
        model = "x"

        [mcp_servers.parley]
        command = "old"
        args = ["a"]

        [mcp_servers.other]
        command = "y"
        """);
    assertThat(install("codex", "--yes", "--file", file.toString()).exitCode()).isZero();
    assertThat(Files.readString(file))
        .startsWith("model = \"x\"\n\n[mcp_servers.parley]\ncommand = \"parley\"\n")
        .endsWith("\n\n[mcp_servers.other]\ncommand = \"y\"\n")
        .doesNotContain("old");
  }

  @Test
  void nothingIsWrittenUnaskedOrWhereItIsNotUnderstood() throws Exception {
    assertThat(install("cursor").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(folder.resolve(".cursor")).doesNotExist();
    Path file = folder.resolve(".claude.json");
    Files.writeString(file, "// comment\n{");
    CliRun.Result refused = install("claude", "--yes");
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("nothing was changed");
    assertThat(Files.readString(file)).isEqualTo("// comment\n{");
  }
}
