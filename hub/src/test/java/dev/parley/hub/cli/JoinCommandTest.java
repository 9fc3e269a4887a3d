package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code parley join} and {@code leave} against a hub, with a client that is a script. */
class JoinCommandTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder;
  private LiveHub hub;
  private Path home;

  @BeforeEach
  void start() throws Exception {
    home = Files.createDirectory(folder.resolve("home"));
    hub = LiveHub.start(Files.createDirectory(folder.resolve("data")));
  }

  @AfterEach
  void stop() throws Exception {
    hub.close();
  }

  private CliRun.Result run(String... arguments) {
    return hub.cli()
        .with("HOME", home.toString())
        .with("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
        .run(arguments);
  }

  /** A client whose list command is this script. */
  private void installed(String client, String script) throws Exception {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve(client);
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private CliRun.Result join(String agent, String client, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("join", agent, "--client", client, "--yes", "--json"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private static JsonNode entry(Path file) throws Exception {
    return JSON.readTree(Files.readString(file)).path("mcpServers").path("parley");
  }

  private static String tools(JsonNode entry) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(entry.path("url").asString()))
            .header("Authorization", entry.path("headers").path("Authorization").asString())
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                        + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  private static String mode(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void oneLineMakesAnAgentItsTokenAndAnEntryThatWorks() throws Exception {
    installed("claude", "echo 'parley: http://127.0.0.1:3100/mcp (HTTP) - ✓ Connected'");
    CliRun.Result result = join("ada", "claude");
    assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
    Path file = home.resolve(".claude.json");
    JsonNode entry = entry(file);
    assertThat(entry.path("alwaysLoad").asBoolean()).isTrue();
    assertThat(tools(entry)).startsWith("200").contains("\"result\"");
    assertThat(mode(file)).isEqualTo("rw-------");
    JsonObject said = result.json();
    assertThat(said.objectOrEmpty("check").text("seen")).isEqualTo("connected");
    Path token = Path.of(said.text("tokenFile", ""));
    assertThat(mode(token)).isEqualTo("rw-------");
    assertThat(mode(token.getParent())).isEqualTo("rwx------");
    assertThat(result.out() + result.err()).doesNotContain(Files.readString(token).strip());
  }

  @Test
  void aFileThatOthersCouldReadIsClosedBeforeTheTokenIsInIt() throws Exception {
    Path file = home.resolve(".claude.json");
    Files.writeString(file, "{\"theme\":\"dark\"}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    CliRun.Result result = join("ada", "claude");
    assertThat(result.json().objectOrEmpty("check").text("seen")).isEqualTo("not_installed");
    assertThat(mode(file)).isEqualTo("rw-------");
    Path backup = Path.of(result.json().text("backup", ""));
    assertThat(Files.readString(backup)).isEqualTo("{\"theme\":\"dark\"}\n");
    assertThat(mode(backup)).isEqualTo("rw-------");
  }

  @Test
  void joiningAgainChangesNothingAndASecondClientGetsTheSameToken() throws Exception {
    join("ada", "claude");
    String first = Files.readString(home.resolve(".claude.json"));
    CliRun.Result again = join("ada", "claude");
    assertThat(again.json().flag("changed")).isFalse();
    assertThat(Files.readString(home.resolve(".claude.json"))).isEqualTo(first);
    join("ada", "cursor");
    assertThat(entry(home.resolve(".cursor/mcp.json")).path("headers"))
        .isEqualTo(entry(home.resolve(".claude.json")).path("headers"));
  }

  @Test
  void anAgentWhoseTokenIsElsewhereIsNotCutOffUnasked() throws Exception {
    String token = hub.addAgent("ada");
    CliRun.Result refused = join("ada", "claude");
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("--new-token");
    assertThat(home.resolve(".claude.json")).doesNotExist();
    hub.agent("ada", token).close();
    assertThat(join("ada", "claude", "--new-token").exitCode()).isZero();
    Assertions.assertThatThrownBy(() -> hub.agent("ada", token))
        .isInstanceOf(ParleyException.class);
    assertThat(tools(entry(home.resolve(".claude.json")))).startsWith("200");
  }

  @Test
  void leavingTakesExactlyThatAwayAlsoWhenTheFileWasEditedSince() throws Exception {
    Path file = home.resolve(".claude.json");
    Files.writeString(file, "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
    join("ada", "claude");
    JsonNode entry = entry(file);
    Files.writeString(
        file, Files.readString(file).replace("\"a\": {}", "\"a\": {}, \"mine\": {\"x\": 1}"));
    CliRun.Result left = run("leave", "ada", "--yes", "--json");
    assertThat(left.exitCode()).as(left.err()).isZero();
    assertThat(left.json().text("token")).isEqualTo("withdrawn");
    assertThat(Files.readString(file))
        .isEqualTo("{\n  \"mcpServers\": {\n    \"a\": {}, \"mine\": {\"x\": 1}\n  }\n}\n");
    assertThat(tools(entry)).startsWith("401");
    assertThat(folder.resolve("data/joined/ada.token")).doesNotExist();
    assertThat(run("leave", "ada", "--yes").exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void leavingOneClientKeepsTheTokenOfTheOther() throws Exception {
    join("ada", "claude");
    join("ada", "codex");
    assertThat(run("leave", "ada", "--client", "codex", "--yes").exitCode()).isZero();
    assertThat(Files.readString(home.resolve(".codex/config.toml"))).isBlank();
    assertThat(tools(entry(home.resolve(".claude.json")))).startsWith("200");
  }

  @Test
  void anEntryThatIsNoLongerOursIsLeft() throws Exception {
    join("ada", "claude");
    Path file = home.resolve(".claude.json");
    Files.writeString(file, "{\"mcpServers\": {\"parley\": {\"command\": \"mine\"}}}");
    CliRun.Result refused = run("leave", "ada", "--yes");
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("is not what join has written");
    assertThat(Files.readString(file)).contains("mine");
    assertThat(run("mcp", "uninstall", "--client", "claude", "--yes").exitCode()).isZero();
    assertThat(Files.readString(file)).doesNotContain("mine");
  }

  @Test
  void aBrokenFileIsRefusedBeforeAnAgentIsMade() throws Exception {
    Path file = home.resolve(".claude.json");
    Files.writeString(file, "{ broken");
    CliRun.Result refused = join("ada", "claude");
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("nothing was changed");
    assertThat(Files.readString(file)).isEqualTo("{ broken");
    assertThat(run("agents", "show", "ada").exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void aDryRunShowsTheEntryAndDoesNothing() throws Exception {
    CliRun.Result shown = run("join", "ada", "--client", "codex", "--dry-run");
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("[mcp_servers.parley]", "Bearer ***", "required = true");
    assertThat(home.resolve(".codex")).doesNotExist();
    assertThat(run("agents", "show", "ada").exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void aProgramIsStartedWithTheTokensFileAndNoToken() throws Exception {
    join("ada", "cursor", "--stdio");
    Path file = home.resolve(".cursor/mcp.json");
    String token = Files.readString(folder.resolve("data/joined/ada.token")).strip();
    assertThat(Files.readString(file)).doesNotContain(token);
    List<String> arguments = new ArrayList<>();
    entry(file).path("args").forEach(each -> arguments.add(each.asString()));
    CliRun.Result answered =
        new CliRun()
            .input(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                    + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n")
            .run(arguments.toArray(String[]::new));
    assertThat(answered.out()).contains("\"result\"");
  }

  @Test
  void whatTheClientSaysIsSaidAndDecidesAndTheTokenIsNotRepeated() throws Exception {
    installed("claude", "grep -o 'Bearer [^\"]*' \"$HOME/.claude.json\" | sed 's/^/parley: /'");
    CliRun.Result listed = join("ada", "claude");
    assertThat(listed.json().objectOrEmpty("check").text("seen")).isEqualTo("listed");
    assertThat(listed.out()).contains("Bearer ***");
    installed("claude", "echo 'parley-x: ✓ Connected'");
    CliRun.Result missing = join("ada", "claude");
    assertThat(missing.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(missing.json().objectOrEmpty("check").text("seen")).isEqualTo("missing");
    installed("claude", "printf 'parley: \\033[31m✗ Failed to connect\\033[0m\\n'");
    CliRun.Result failed = join("ada", "claude");
    assertThat(failed.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(failed.json().objectOrEmpty("check").text("seen")).isEqualTo("failed");
  }
}
