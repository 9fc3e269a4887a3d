package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.hub.cli.CliRun;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.testkit.model.GeminiWire;
import dev.parley.testkit.model.ModelReply;
import dev.parley.testkit.model.ModelRequest;
import dev.parley.testkit.model.ModelServer;
import dev.parley.testkit.model.ResponsesWire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real harnesses, which {@code bin/check} installs, think for agents of a hub as a user would start
 * it. Only their model is a server of the test's own.
 */
@Timeout(300)
class HarnessIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  /** What each calls the hub's tool, and what a request looks like that has its result. */
  private static final Map<String, String> TOOL =
      Map.of(
          "claude", "mcp__hub__send_message",
          "codex", "mcp__hub__send_message",
          "opencode", "hub_send_message",
          "gemini", "mcp_hub_send_message");

  private static final List<String> RESULTS =
      List.of("tool_result", "function_call_output", "\"role\":\"tool\"", "functionResponse");

  @TempDir private Path data;
  private final ModelServer model = ModelServer.start(new GeminiWire(), new ResponsesWire());

  @AfterEach
  void close() {
    model.close();
  }

  private static String installed(String harness) {
    String folder = System.getenv("TEST_HARNESS_" + harness.toUpperCase(Locale.ROOT));
    assumeTrue(folder != null, harness + " is not installed: bin/check --harnesses installs all");
    return folder;
  }

  /** A brain of parley.yaml. */
  private String brain(String harness) {
    String program =
        switch (harness) {
          case "claude" -> "[%s/claude-agent-acp]";
          case "codex" -> "[%s/codex-acp]";
          case "opencode" -> "[%s/opencode, acp]";
          default -> "[%s/gemini, --acp]";
        };
    String endpoint = model.url() + (harness.matches("codex|opencode") ? "/v1" : "");
    return """
        %s:
          kind: acp
          preset: %s
          argv: %s
          endpoint: %s
          model: %s
          environment:
            - PATH=%s:/usr/local/bin:/usr/bin:/bin
            - ANTHROPIC_API_KEY=sk-fake
            - GEMINI_API_KEY=fake
    """
        .formatted(
            harness,
            harness,
            program.formatted(installed(harness)),
            endpoint,
            harness.equals("gemini") ? "gemini-2.5-flash" : "fake-model",
            System.getenv("TEST_HARNESS_NODE"));
  }

  /** The same program, started for each turn. */
  private String command(String harness) {
    String program =
        harness.equals("claude")
            ? "[%s/../@anthropic-ai/claude-agent-sdk-linux-x64/claude]"
                .formatted(installed(harness))
            : "[%s/%s]".formatted(installed(harness), harness);
    return brain(harness)
        .replace("kind: acp", "kind: command")
        .replaceFirst("argv: .*", "argv: " + program);
  }

  private HubProcess hub(String... brains) throws Exception {
    StringBuilder yaml = new StringBuilder(brains.length == 0 ? "" : "agents:\n  brains:\n");
    for (String brain : brains) {
      yaml.append(brain);
    }
    Files.writeString(data.resolve("parley.yaml"), yaml);
    HubProcess hub = HubProcess.start(data);
    hub.webSocket();
    return hub;
  }

  private String parley(String... arguments) {
    CliRun.Result result = new CliRun().with("PARLEY_DATA", data.toString()).run(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result.out();
  }

  private void run(String agent, String brain) {
    parley("agents", "add", agent);
    parley("agents", "run", agent, "--brain", brain, "--debounce", "0s");
  }

  /** Does the newest prompt with this word have a tool's result behind it? */
  private static boolean isDone(ModelRequest request, String word) {
    int prompt = request.body().lastIndexOf(word);
    return RESULTS.stream().anyMatch(mark -> request.body().lastIndexOf(mark) > prompt);
  }

  private static ModelReply.Said send(String harness, String to, String content) {
    return ModelReply.call(
        "call_1", TOOL.get(harness), "{\"to\":\"%s\",\"content\":\"%s\"}".formatted(to, content));
  }

  /** For titles, routing and the like, which harnesses ask for without tools. */
  private static ModelReply.Said aside() {
    return ModelReply.text(
        "{\"reasoning\":\"x\",\"complexity_score\":1,\"complexity_reasoning\":\"x\","
            + "\"model_choice\":\"flash\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "opencode", "codex", "claude"})
  void aHarnessAnswersAMessageAndUsesTheHubsToolsAsItsAgent(String harness) throws Exception {
    Map<String, Long> asked = new ConcurrentHashMap<>();
    model.answering(
        request -> {
          if (!request.hasTools()) {
            return aside();
          }
          String word = request.body().contains("AGAIN") ? "AGAIN" : "PLEASE";
          asked.putIfAbsent(word, System.currentTimeMillis());
          if (word.equals("AGAIN")) {
            return ModelReply.text("I am still here.");
          }
          return isDone(request, "PLEASE")
              ? ModelReply.text("I have told bob.")
              : send(harness, "bob", "greetings");
        });
    try (HubProcess hub = hub(brain(harness))) {
      parley("agents", "add", "bob");
      run("helper", harness);

      parley("send", "helper", "PLEASE greet bob");

      awaitAnswer(hub, "I have told bob.");
      assertThat(parley("inbox", "bob", "--peek")).contains("helper", "greetings");
      parley("send", "helper", "AGAIN, please");
      awaitAnswer(hub, "I am still here.");
      report(harness, asked);
      assertThat(hub.terminate(20)).as(hub.output()).isIn(0, 143);
    }
  }

  /** The hub's tools, its session and its model are all it needs; nothing of the hub's is there. */
  @ParameterizedTest
  @ValueSource(strings = {"gemini", "opencode", "codex", "claude"})
  void aHarnessInASandboxDoesTheSame(String harness) throws Exception {
    Confinement here = Confinement.here();
    assumeTrue(here.works(), here.description());
    model.answering(
        request ->
            !request.hasTools()
                ? aside()
                : isDone(request, "PLEASE")
                    ? ModelReply.text("I have told bob.")
                    : send(harness, "bob", "greetings"));
    String locked =
        brain(harness)
            + "      sandbox: true\n      nested: true\n      readable: [%s, %s]\n"
                .formatted(
                    Path.of(installed(harness)).resolve("../..").normalize(),
                    Path.of(System.getenv("TEST_HARNESS_NODE")).resolve("..").normalize());
    try (HubProcess hub = hub(locked)) {
      parley("agents", "add", "bob");
      run("helper", harness);

      parley("send", "helper", "PLEASE greet bob");
      awaitAnswer(hub, "I have told bob.");
      assertThat(parley("inbox", "bob", "--peek")).contains("helper", "greetings");
      assertThat(hub.terminate(20)).as(hub.output()).isIn(0, 143);
    }
  }

  /** How long a turn took to reach the model: with the start of the process, and without. */
  private void report(String harness, Map<String, Long> asked) {
    List<Long> begun =
        new CliRun()
                .with("PARLEY_DATA", data.toString())
                .run("agents", "turns", "helper", "--json")
                .json()
                .objects("turns")
                .stream()
                .map(turn -> turn.number("startedAt", 0))
                .sorted()
                .toList();
    System.out.printf(
        "%s: %d ms from the turn to the model with its start, %d ms without%n",
        harness, asked.get("PLEASE") - begun.getFirst(), asked.get("AGAIN") - begun.getLast());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "opencode", "codex", "claude"})
  void oneThatIsStartedForEachTurnGoesOnWithItsSession(String harness) throws Exception {
    model.answering(
        request ->
            !request.hasTools()
                ? aside()
                : request.body().contains("SECOND")
                    ? ModelReply.text(
                        request.body().contains("PLEASE") ? "I remember." : "Who are you?")
                    : isDone(request, "PLEASE")
                        ? ModelReply.text("I have told bob.")
                        : send(harness, "bob", "greetings"));
    try (HubProcess hub = hub(command(harness))) {
      parley("agents", "add", "bob");
      run("helper", harness);

      parley("send", "helper", "PLEASE greet bob");
      awaitAnswer(hub, "I have told bob.");
      assertThat(parley("inbox", "bob", "--peek")).contains("helper", "greetings");
      parley("send", "helper", "SECOND question");
      awaitAnswer(hub, "I remember.");
      assertThat(hub.terminate(20)).as(hub.output()).isIn(0, 143);
    }
  }

  /** The client's own list is what says whether joining has worked. */
  @ParameterizedTest
  @ValueSource(strings = {"gemini", "opencode"})
  void aHarnessThatHasJoinedSaysThatItIsConnected(String harness) throws Exception {
    String path = installed(harness) + ":" + System.getenv("TEST_HARNESS_NODE") + ":/usr/bin:/bin";
    Path home = Files.createDirectory(data.resolve("home"));
    Files.createDirectory(home.resolve(".gemini"));
    Files.writeString(
        home.resolve(".gemini/settings.json"),
        "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"},"
            + "\"folderTrust\":{\"enabled\":false}}}");
    try (HubProcess hub = hub()) {
      CliRun cli =
          new CliRun()
              .with("PARLEY_DATA", data.toString())
              .with("HOME", home.toString())
              .with("PATH", path)
              .with("GEMINI_API_KEY", "fake")
              .with("GEMINI_CLI_NO_RELAUNCH", "true")
              .with("OPENCODE_DISABLE_AUTOUPDATE", "1")
              .with("OPENCODE_DISABLE_MODELS_FETCH", "1");
      CliRun.Result joined = cli.run("join", "ada", "--client", harness, "--yes", "--json");
      assertThat(joined.out() + joined.err()).contains("\"seen\":\"connected\"");
      assertThat(cli.run("leave", "ada", "--yes").exitCode()).isZero();
      assertThat(hub.terminate(20)).as(hub.output()).isIn(0, 143);
    }
  }

  private void awaitAnswer(HubProcess hub, String text) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(parley("inbox", "--peek"))
                    .as(() -> hub.output() + parley("agents", "turns", "helper"))
                    .contains(text));
  }

  @Test
  void twoHarnessesHandATaskToEachOtherAndReport() throws Exception {
    model.answering(
        request -> {
          if (!request.hasTools()) {
            return aside();
          }
          boolean codex = request.path().endsWith("/responses");
          String body = request.body();
          if (codex) {
            // The worker: what it says goes back to who asked.
            return ModelReply.text("RESULT is 42");
          }
          if (body.contains("RESULT is 42")) {
            return isDone(request, "RESULT is 42")
                ? ModelReply.text("[no answer]")
                : send("opencode", "developer", "REPORT: 42");
          }
          return isDone(request, "PLEASE")
              ? ModelReply.text("I have asked the worker.")
              : send("opencode", "worker", "compute six times seven");
        });
    try (HubProcess hub = hub(brain("opencode"), brain("codex"))) {
      run("lead", "opencode");
      run("worker", "codex");

      parley("send", "lead", "PLEASE have it computed");

      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(parley("inbox", "--peek"))
                      .as(hub::output)
                      .contains("I have asked the worker.", "REPORT: 42"));
      assertThat(hub.terminate(20)).as(hub.output()).isIn(0, 143);
    }
  }
}
