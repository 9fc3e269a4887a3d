package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * What hooks of harnesses start. It never stands in the way of the harness: without a hub, or with
 * anything else wrong, it ends with code 0 and says so on standard error.
 */
@Command(
    name = "hook",
    description = "What a harness's hook starts: it tells the model that there are messages.",
    usageHelpAutoWidth = true,
    footerHeading =
        "%nEvents:%n  claude-stop         Stop with \"asyncRewake\": true; waits, and wakes the"
            + " session%n  claude-prompt       UserPromptSubmit: adds that there are messages%n "
            + " gemini-after-agent  AfterAgent: makes the agent go on with them%n%nExample:%n",
    footer = "  parley hook claude-stop ada --token-file ~/.parley/joined/ada.token")
public final class HookCommand implements Callable<Integer> {
  /** What tells Claude Code to wake the session with what is on standard error. */
  private static final int WAKE = 2;

  private static final long WAIT_MILLIS = 45_000;
  private static final int WAITS_MAX = 80;
  private static final int INPUT_MAX = 1 << 20;
  private static final String SOCKET = "CLAUDE_CODE_MESSAGING_SOCKET";

  private final Cli cli;

  @Parameters(index = "0", paramLabel = "EVENT")
  private String event = "";

  @Parameters(index = "1", paramLabel = "AGENT")
  private String agent = "";

  public HookCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (!event.matches("claude-stop|claude-prompt|gemini-after-agent")) {
      throw CliError.usage("there is no event '" + event + "'");
    }
    try {
      String input = new String(cli.console().in().readNBytes(INPUT_MAX), UTF_8);
      return answered(session(input));
    } catch (CliError | IOException e) {
      cli.console().note("parley: " + e.getMessage());
      return Exit.OK;
    }
  }

  private static String session(String input) {
    try {
      return JsonObject.parse(input).text("session_id", "");
    } catch (JsonException e) {
      return "";
    }
  }

  private int answered(String session) throws IOException {
    RestCalls calls = new RestCalls(cli).patient(Duration.ofMillis(2 * WAIT_MILLIS));
    String path = "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/wake";
    boolean waits = event.equals("claude-stop");
    if (waits) {
      report(calls, path);
    }
    String text = "";
    for (int i = 0;
        text.isEmpty() && i < (waits ? WAITS_MAX : 1) && (i == 0 || hasHarness());
        i++) {
      text =
          calls
              .get(
                  path
                      + "/news"
                      + RestCalls.query("waitMs", waits ? WAIT_MILLIS : 0, "session", session))
              .text("text", "");
    }
    if (text.isEmpty()) {
      return Exit.OK;
    }
    switch (event) {
      case "claude-stop" -> {
        cli.console().note(text);
        return WAKE;
      }
      case "claude-prompt" ->
          cli.console()
              .json(
                  new JsonWriter()
                      .put(
                          "hookSpecificOutput",
                          Map.of("hookEventName", "UserPromptSubmit", "additionalContext", text))
                      .toObject());
      default ->
          cli.console()
              .json(new JsonWriter().put("decision", "block").put("reason", text).toObject());
    }
    return Exit.OK;
  }

  /** Whoever has started it may have gone meanwhile. */
  private static boolean hasHarness() {
    return ProcessHandle.current().parent().filter(parent -> parent.pid() > 1).isPresent();
  }

  /** Says by which ways this session can be woken; the quicker one may not be there. */
  private void report(RestCalls calls, String path) {
    String socket = cli.environment().getOrDefault(SOCKET, "");
    try {
      var _ = calls.send("PUT", path + "/ways/hook", "{}".getBytes(UTF_8));
      if (!socket.isEmpty()) {
        byte[] body = new JsonWriter().put("socket", socket).toBytes();
        var _ = calls.send("PUT", path + "/ways/claude-inbox", body);
      }
    } catch (CliError | IOException e) {
      cli.console().note("parley: " + e.getMessage());
    }
  }
}
