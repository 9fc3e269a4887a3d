package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Inbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Waking from the command line, and the hooks of harnesses, against a hub. */
@Timeout(120)
class WakeCommandTest {
  @TempDir private Path folder;
  private LiveHub hub;
  private String token;
  private HttpServer server;
  private boolean reads;

  /** What the agent was told, as messages' ids. */
  private final LinkedBlockingQueue<List<String>> told = new LinkedBlockingQueue<>();

  @BeforeEach
  void start() throws Exception {
    hub = LiveHub.start(folder);
    token = hub.addAgent("ada");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::onWoken);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop(0);
    hub.close();
  }

  private void onWoken(HttpExchange exchange) throws IOException {
    List<String> ids =
        JsonObject.parse(exchange.getRequestBody().readAllBytes()).texts("messageIds");
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
    if (reads) {
      read(ids);
    }
    told.add(ids);
  }

  private void read(List<String> ids) {
    try (ParleyClient client = hub.agent("ada", token)) {
      assertThat(client.mailbox(Inbox.of("ada")).read(ids)).isPositive();
    }
  }

  private void byWebhook() {
    CliRun.Result added =
        hub.run(
            "wake",
            "ada",
            "--add",
            "webhook",
            "url=http://127.0.0.1:" + server.getAddress().getPort() + "/",
            "secret=0123456789abcdef",
            "local=true");
    assertThat(added.exitCode()).as(added.err()).isZero();
  }

  private String send(String content) {
    return hub.run("send", "ada", content, "--json").json().text("messageId", "");
  }

  private JsonObject way() {
    return hub.run("wake", "ada", "--show", "--json").json().objects("ways").getFirst();
  }

  @Test
  void whoDoesNotListenIsWokenAndTheSenderSeesByWhichWay() throws Exception {
    byWebhook();
    String id = send("hello");
    assertThat(told.poll(30, TimeUnit.SECONDS)).containsExactly(id);
    await().until(() -> hub.run("status", id).out().contains("ada was woken by webhook, told"));
    assertThat(way().flag("proven")).isFalse();
    read(List.of(id));
    await().until(() -> way().flag("proven"));
    assertThat(way().number("p50Ms", -1)).isNotNegative();
    CliRun.Result shown = hub.run("wake", "ada", "--show", "--json");
    assertThat(shown.out()).doesNotContain("0123456789abcdef");
    assertThat(shown.out()).contains("mcp-notification", "claude-inbox", "codex-queue");
  }

  @Test
  void probingMeasuresAndByHandSaysHowItWent() {
    reads = true;
    byWebhook();
    CliRun.Result probed = hub.run("wake", "ada", "--probe", "--json");
    assertThat(probed.exitCode()).as(probed.err()).isZero();
    assertThat(probed.json().objects("probes").getFirst().has("readMs")).isTrue();
    assertThat(way().flag("proven")).isTrue();
    reads = false;
    assertThat(hub.run("wake", "ada").out()).contains("webhook: told");
    server.stop(0);
    CliRun.Result failed = hub.run("wake", "ada", "--way", "webhook");
    assertThat(failed.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("wake", "ada", "--remove", "webhook").exitCode()).isZero();
    assertThat(hub.run("wake", "ada").err()).contains("nobody has said how 'ada' can be woken");
  }

  private CliRun hook() throws IOException {
    Path file = folder.resolve("ada.token");
    Files.writeString(file, token);
    return hub.cli().with("PARLEY_TOKEN_FILE", file.toString()).input("{\"session_id\":\"s1\"}");
  }

  @Test
  void hooksTellTheModelOfEachMessageOnce() throws Exception {
    assertThat(hook().run("hook", "claude-prompt", "ada").out()).isEmpty();
    String one = send("one");
    CliRun.Result prompt = hook().run("hook", "claude-prompt", "ada");
    assertThat(prompt.json().objectOrEmpty("hookSpecificOutput").text("additionalContext"))
        .contains(one);
    assertThat(hook().run("hook", "gemini-after-agent", "ada").out()).isEmpty();
    String two = send("two");
    CliRun.Result after = hook().run("hook", "gemini-after-agent", "ada");
    assertThat(after.json().text("decision")).isEqualTo("block");
    assertThat(after.json().text("reason")).contains(two);
    String hubs = new String(Files.readAllBytes(folder.resolve("ada.token")), UTF_8);
    assertThat(after.out()).doesNotContain(hubs);
  }

  @Test
  void theHookAtTheEndOfATurnWaitsAndWakes() throws Exception {
    CompletableFuture<CliRun.Result> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return hook().run("hook", "claude-stop", "ada");
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            },
            Thread::startVirtualThread);
    await().until(() -> hub.run("wake", "ada", "--show").out().contains("hook"));
    String id = send("hello");
    CliRun.Result ended = waiting.get(60, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains(id);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void aHookWithoutAHubStandsInNobodysWay() throws Exception {
    CliRun.Result ended =
        new CliRun()
            .with("PARLEY_DATA", folder.resolve("none").toString())
            .run("hook", "claude-prompt", "ada");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void anAgentDoesNotSayOfItselfWhatMakesTheHubReachElsewhere() throws Exception {
    CliRun.Result refused = hook().run("wake", "ada", "--add", "command", "command=/bin/true");
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("only the owner");
  }
}
