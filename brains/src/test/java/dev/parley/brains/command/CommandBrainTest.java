package dev.parley.brains.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.Outcome;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.HarnessWorld;
import dev.parley.brains.harness.Preset;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CommandBrainTest {
  @TempDir private Path folder;
  private HarnessWorld world;

  @BeforeEach
  void open() {
    world =
        new HarnessWorld(folder, new MemoryStore(), new ManualTime(1_000_000), 4)
            .having("ada", "bob");
  }

  @AfterEach
  void close() {
    world.close();
  }

  /** A preset whose program is this script. */
  private CommandBrain brain(Preset preset, String... lines) throws IOException {
    Path script = folder.resolve(preset.settingName() + ".sh");
    Files.writeString(script, String.join("\n", lines) + "\n");
    return new CommandBrain(
        HarnessSetting.of("cli", preset, List.of("sh", script.toString())), world.harnesses);
  }

  private CommandBrain command(String... argv) {
    return new CommandBrain(HarnessSetting.of("cli", Preset.OTHER, List.of(argv)), world.harnesses);
  }

  private static String json(String event) {
    return "echo '" + event + "'";
  }

  private Outcome ask(CommandBrain brain, String content) throws InterruptedException {
    return world.ask(brain, "ada", "main", content);
  }

  @Test
  void whatAProgramPrintsIsTheAnswer() throws Exception {
    assertThat(ask(command("sh", "-c", "grep -c '^<<<message'"), "hello").text()).isEqualTo("1");
    assertThat(
            ask(command("sh", "-c", "echo \"$1\" | tail -n 2", "sh", "{prompt}"), "$(id) {session}")
                .text())
        .isEqualTo("| $(id) {session}\n<<<end>>>");
    assertThat(ask(command("echo", "--resume", "{session}", "in", "{workspace}"), "x").text())
        .isEqualTo("in " + folder.resolve("harnesses/home-ada/work"));
  }

  @Test
  void aFailureIsSaidWithTheLastWordsAndNoSecrets() throws Exception {
    Outcome outcome = ask(command("sh", "-c", "echo oh no $PARLEY_TOKEN >&2; exit 3"), "hello");
    assertThat(outcome)
        .isEqualTo(
            new Outcome.Failed(
                "the program ended with code 3; the last it said:\noh no [withheld]"));
  }

  @Test
  void theSessionThatAProgramNamesIsResumedAndOneThatIsLostIsNot() throws Exception {
    CommandBrain brain =
        brain(
            Preset.CLAUDE,
            "case \"$*\" in *--resume*) if [ -e gone ]; then rm gone; exit 1; fi;; esac",
            "cat >/dev/null",
            json("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s1\"}"),
            "echo \"{\\\"type\\\":\\\"result\\\",\\\"result\\\":\\\"${13}\\\"}\"");
    assertThat(ask(brain, "one")).isEqualTo(new Outcome.Answered(""));
    assertThat(ask(brain, "two")).isEqualTo(new Outcome.Answered("s1"));
    Files.createFile(folder.resolve("harnesses/home-ada/work/gone"));
    assertThat(ask(brain, "three")).isEqualTo(new Outcome.Answered(""));
    assertThat(world.answer(brain, "ada", "comm-x", "other")).isEmpty();
  }

  @Test
  void claudesEventsAreRead() throws Exception {
    CommandBrain brain =
        brain(
            Preset.CLAUDE,
            json(
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"mcp__hub__x\",\"input\":{}}]}}"),
            json(
                "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"content\":\"ok\"}]}}"),
            json(
                "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"done\"}"));
    assertThat(ask(brain, "x")).isEqualTo(new Outcome.Answered("done"));
    assertThat(world.events)
        .contains(
            new BrainEvent.ToolCalled("t", "mcp__hub__x", "{}"),
            new BrainEvent.ToolAnswered("t", "ok", false));
  }

  @Test
  void errorsCountDespiteTheExitCode() throws Exception {
    assertThat(
            ask(
                    brain(
                        Preset.CLAUDE,
                        json(
                            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"API"
                                + " 401\"}")),
                    "x")
                .text())
        .contains("API 401");
    assertThat(
            ask(
                    brain(
                        Preset.CLAUDE,
                        json(
                            "{\"type\":\"system\",\"mcp_servers\":[{\"name\":\"hub\",\"status\":\"failed\"}]}"),
                        json("{\"type\":\"result\",\"result\":\"I could not\"}")),
                    "x")
                .text())
        .contains("the MCP server 'hub' let it not in");
    assertThat(
            ask(
                    brain(
                        Preset.CLAUDE,
                        json(
                            "{\"type\":\"result\",\"result\":\"\",\"permission_denials\":[{\"tool_name\":\"Bash\"}]}")),
                    "x")
                .text())
        .contains("not allowed to use Bash");
    assertThat(
            ask(
                    brain(
                        Preset.CODEX,
                        json("{\"type\":\"turn.failed\",\"error\":{\"message\":\"no key\"}}")),
                    "x")
                .text())
        .contains("no key");
    assertThat(
            ask(
                    brain(
                        Preset.OPENCODE,
                        json(
                            "{\"type\":\"error\",\"sessionID\":\"ses_1\",\"error\":{\"name\":\"APIError\",\"data\":{\"message\":\"401\"}}}")),
                    "x")
                .text())
        .contains("401");
    // Gemini CLI ends with code 0 when it is asked to end, without a result.
    assertThat(
            ask(brain(Preset.GEMINI, json("{\"type\":\"init\",\"session_id\":\"g\"}")), "x").text())
        .isEqualTo("the program ended without a result");
  }

  @Test
  void aWarningOfCodexIsNoFailureAndTheLastMessageIsTheAnswer() throws Exception {
    CommandBrain brain =
        brain(
            Preset.CODEX,
            "Not JSON: a warning".replaceAll("(.+)", "echo '$1'"),
            json("{\"type\":\"thread.started\",\"thread_id\":\"t1\"}"),
            json(
                "{\"type\":\"item.completed\",\"item\":{\"type\":\"error\",\"message\":\"unknown"
                    + " model\"}}"),
            json(
                "{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"first\"}}"),
            json(
                "{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"last\"}}"),
            json("{\"type\":\"turn.completed\"}"));
    assertThat(ask(brain, "x")).isEqualTo(new Outcome.Answered("last"));
  }

  @Test
  void aTurnThatIsBrokenOffEndsTheWholeFamily() throws Exception {
    CommandBrain brain =
        command("sh", "-c", "(trap '' TERM; sleep 1000 & echo $! > pid; wait) & wait");
    HarnessWorld.Asking turn = world.asking(brain, "ada", "main", "x");
    Path pid = folder.resolve("harnesses/home-ada/work/pid");
    await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
    ProcessHandle child =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    turn.thread.interrupt();
    assertThatThrownBy(() -> turn.outcome().get(30, SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    await().atMost(Duration.ofSeconds(30)).until(() -> !child.isAlive());
  }

  @Test
  void aProgramThatPrintsWithoutEndIsEnded() throws Exception {
    assertThat(ask(command("yes", "all work and no play"), "x").text())
        .containsAnyOf("writes without end", "more than 500000 characters");
    assertThat(ask(command("sh", "-c", "tr '\\0' x < /dev/zero"), "x").text())
        .contains("a line of more than");
  }

  @Test
  void turnsOfOneAgentRunAtTheSameTime() throws Exception {
    CommandBrain waits =
        command("sh", "-c", "touch one; while [ ! -e two ]; do sleep 0.1; done; echo met");
    HarnessWorld.Asking first = world.asking(waits, "ada", "main", "x");
    Path work = folder.resolve("harnesses/home-ada/work");
    await().until(() -> Files.exists(work.resolve("one")));
    assertThat(world.answer(command("sh", "-c", "touch two; echo here"), "ada", "comm-x", "y"))
        .isEqualTo("here");
    assertThat(first.outcome().get(30, SECONDS).text()).isEqualTo("met");
  }
}
