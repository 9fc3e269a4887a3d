package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.hub.config.AppsSettings;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way of an app, by the command line alone: made, built, tried, packed, published, rejected,
 * reviewed, installed from the store, used by an agent, and taken out of use.
 */
@Timeout(180)
class AppStoreIT {
  private static final Path SDKS = Path.of("../tools/sdks.sh").toAbsolutePath();
  private static final int MISSING = 3;
  private static final String ID = "local.greeter";

  @TempDir private Path folder;

  @Test
  void anAppGoesFromNothingToAnAgentsHandsAndOutOfUse() throws Exception {
    Path project = folder.resolve("greeter");
    try (LiveHub hub = LiveHub.start(folder.resolve("trying"))) {
      ok(hub.run("apps", "new", "greeter", "--lang", "c", "--to", project.toString()));
      build(project);
      ok(hub.run("agents", "add", "ada"));

      ok(hub.run("apps", "run", project.toString()));
      greets(hub);
      ok(hub.run("apps", "uninstall", ID, "--delete-data", "--yes"));
      assertThat(project.resolve("manifest.json")).exists();

      Path napp = folder.resolve("greeter.napp");
      ok(hub.run("apps", "pack", project.toString(), "--output", napp.toString()));
      assertThat(ok(hub.run("apps", "verify", napp.toString()))).contains("not signed");
      ok(hub.run("apps", "install", napp.toString(), "--yes"));
      greets(hub);
    }

    try (LiveHub store = LiveHub.start(folder.resolve("store"), AppsSettings.HERE)) {
      ok(store.run("agents", "add", "ada"));
      assertThat(store.run("apps", "install", "greeter.napp", "--yes").exitCode())
          .as("what nobody has signed is not let in")
          .isNotZero();
      String binary = platform() + "=" + project.resolve("binary");
      ok(store.run("apps", "publish", project.toString(), "--binary", binary));
      ok(store.run("apps", "submit", "greeter"));
      String id = waiting(store).text("id", "");
      ok(store.run("apps", "review", "reject", id, "--reason", "say more of it"));
      assertThat(ok(store.run("apps", "status", "greeter"))).contains("say more of it");
      ok(store.run("apps", "submit", "greeter"));
      ok(store.run("apps", "review", "approve", waiting(store).text("id", "")));
      assertThat(store.run("apps", "reviews", "--json").json().objects("apps")).isEmpty();

      ok(store.run("apps", "install", ID, "--yes"));
      greets(store);
      store.restart();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(state(store)).isEqualTo("running"));

      ok(store.run("apps", "review", "revoke", id, "--reason", "it greets nobody", "--yes"));
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(state(store)).isEqualTo("quarantined"));
      assertThat(store.run("apps", "launch", ID).exitCode()).isNotZero();
    }
  }

  private static String platform() {
    return "linux-" + (System.getProperty("os.arch").equals("amd64") ? "amd64" : "arm64");
  }

  private static String ok(Result result) {
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private static JsonObject waiting(LiveHub hub) {
    var apps = hub.run("apps", "reviews", "--json").json().objects("apps");
    assertThat(apps).hasSize(1);
    return apps.getFirst();
  }

  private static String state(LiveHub hub) {
    return hub.run("apps", "show", ID, "--json").json().text("state", "");
  }

  /** With {@code make}. Skips the test where the tools for it are missing. */
  private static void build(Path project) throws Exception {
    Process building =
        new ProcessBuilder("bash", SDKS.toString(), "make", "c", project.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(building.getInputStream().readAllBytes(), UTF_8).strip();
    int result = building.waitFor();
    assumeTrue(result != MISSING, said);
    assertThat(result).as(said).isZero();
  }

  /** The tool in an agent's hands. */
  private static void greets(LiveHub hub) throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (HttpClient http = HttpClient.newHttpClient()) {
      WebSocket socket =
          http.newWebSocketBuilder().buildAsync(hub.address(), new Heard(heard)).join();
      say(socket, "{'type':'auth','token':'%s'}".formatted(hub.ownerToken()));
      assertThat(heard.poll(20, TimeUnit.SECONDS)).contains("auth.ok");
      say(
          socket,
          "{'type':'agent.tools.execute','agentId':'ada','tool':'greeter',"
              + "'arguments':{'action':'greet','who':'Ada'}}");
      assertThat(heard.poll(20, TimeUnit.SECONDS)).contains("Hello, Ada", "\"failed\":false");
      socket.abort();
    }
  }

  private static void say(WebSocket socket, String text) {
    var _ = socket.sendText(text.replace('\'', '"'), /* last= */ true).join();
  }

  private static final class Heard implements WebSocket.Listener {
    private final BlockingQueue<String> frames;
    private final StringBuilder frame = new StringBuilder();

    Heard(BlockingQueue<String> frames) {
      this.frames = frames;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      frame.append(data);
      if (last) {
        frames.add(frame.toString());
        frame.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
