package dev.parley.agents.wake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.processes.Processes;
import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each way against something that behaves like the harness it is for. */
@Timeout(60)
class WaysTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final MessageId ID = MessageId.of(1_700_000_000_000L, 7, 9);
  private static final String SECRET = "0123456789abcdef";

  @TempDir private Path folder;
  private final BlockingQueue<String> got = new LinkedBlockingQueue<>();
  private @Nullable HttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private static Waker.Call call(Map<String, String> settings) {
    return new Waker.Call(new AgentId("ada"), settings, List.of(ID));
  }

  private String got() throws InterruptedException {
    String text = got.poll(20, TimeUnit.SECONDS);
    assertThat(text).isNotNull();
    return text;
  }

  /** Answers with a status and keeps what it is sent: path, a header, body. */
  private String listening(int status, String header) throws IOException {
    HttpServer started =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server = started;
    started.createContext("/", exchange -> answer(exchange, status, header));
    started.start();
    return "http://127.0.0.1:" + started.getAddress().getPort();
  }

  private void answer(HttpExchange exchange, int status, String header) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    got.add(
        exchange.getRequestURI()
            + "\n"
            + exchange.getRequestHeaders().getFirst(header)
            + "\n"
            + body);
    exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  // ---- Claude Code's inbox

  private static Path closed(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    return folder;
  }

  @Test
  void claudesInboxGetsOneLineThatSaysThatThereIsSomething() throws Exception {
    Path socket = closed(Files.createDirectory(folder.resolve("s"))).resolve("inbox");
    try (ServerSocketChannel inbox = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      inbox.bind(UnixDomainSocketAddress.of(socket));
      new ClaudeInbox().wake(call(Map.of("socket", socket.toString())));
      try (BufferedReader lines = new BufferedReader(Channels.newReader(inbox.accept(), UTF_8))) {
        JsonNode line = JSON.readTree(lines.readLine());
        assertThat(line.path("type").asString()).isEqualTo("user");
        assertThat(line.path("message").path("role").asString()).isEqualTo("user");
        assertThat(line.path("message").path("content").asString()).contains(ID.toString());
        assertThat(lines.readLine()).isNull();
      }
    }
  }

  @Test
  void aSocketThatIsGoneOrOpenToOthersIsNotWrittenTo() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path socket = open.resolve("inbox");
    ClaudeInbox way = new ClaudeInbox();
    assertThatThrownBy(() -> way.wake(call(Map.of("socket", socket.toString()))))
        .hasMessageContaining("its session has ended");
    try (ServerSocketChannel inbox = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      inbox.bind(UnixDomainSocketAddress.of(socket));
      assertThatThrownBy(() -> way.wake(call(Map.of("socket", socket.toString()))))
          .hasMessageContaining("not this user's alone");
    }
    assertThatThrownBy(() -> way.check(Map.of("socket", "relative"))).isInstanceOf(Refused.class);
  }

  // ---- OpenCode

  @Test
  void openCodeGetsAPromptForItsSession() throws Exception {
    String url = listening(204, "Authorization");
    new OpencodePrompt().wake(call(Map.of("url", url, "session", "ses_1", "password", "pw")));
    String[] request = got().split("\n", 3);
    assertThat(request[0]).isEqualTo("/session/ses_1/prompt_async");
    assertThat(request[1]).isEqualTo("Basic b3BlbmNvZGU6cHc=");
    JsonNode part = JSON.readTree(request[2]).path("parts").path(0);
    assertThat(part.path("type").asString()).isEqualTo("text");
    assertThat(part.path("text").asString()).contains(ID.toString());
  }

  @Test
  void openCodeIsOnThisMachineAndSaysWhenTheSessionIsGone() throws Exception {
    OpencodePrompt way = new OpencodePrompt();
    String url = listening(404, "Authorization");
    assertThatThrownBy(() -> way.wake(call(Map.of("url", url, "session", "ses_1"))))
        .hasMessageContaining("no such session");
    assertThatThrownBy(
            () -> way.wake(call(Map.of("url", "http://10.0.0.1:4096", "session", "ses_1"))))
        .hasMessageContaining("no address that may be asked");
    assertThatThrownBy(() -> way.check(Map.of("url", url, "session", "../global")))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> way.check(Map.of("url", "file:///x", "session", "a")))
        .isInstanceOf(Refused.class);
  }

  // ---- webhooks

  @Test
  void aWebhookIsSignedAndHoldsIdsAlone() throws Exception {
    String url = listening(200, "Parley-Signature");
    Webhook way = new Webhook(() -> 1_700_000_000_123L);
    way.wake(call(Map.of("url", url + "/in?x=1", "secret", SECRET, "local", "true")));
    String[] request = got().split("\n", 3);
    assertThat(request[0]).isEqualTo("/in?x=1");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    mac.update("1700000000.".getBytes(UTF_8));
    String hex = HexFormat.of().formatHex(mac.doFinal(request[2].getBytes(UTF_8)));
    assertThat(request[1]).isEqualTo("t=1700000000,v1=" + hex);
    assertThat(JSON.readTree(request[2]).propertyNames())
        .containsExactlyInAnyOrder("agentId", "messageIds");
  }

  @Test
  void aWebhookDoesNotReachThisMachineUnlessTheOwnerSaysSoNorFollowsRedirects() throws Exception {
    String url = listening(302, "Host");
    Webhook way = new Webhook(() -> 0);
    assertThatThrownBy(() -> way.wake(call(Map.of("url", url, "secret", SECRET))))
        .hasMessageContaining("no address that may be asked");
    assertThat(got).isEmpty();
    assertThatThrownBy(() -> way.wake(call(Map.of("url", url, "secret", SECRET, "local", "true"))))
        .hasMessage("it answered 302");
    assertThat(got).hasSize(1);
    assertThatThrownBy(() -> way.check(Map.of("url", url, "secret", "short")))
        .isInstanceOf(Refused.class);
  }

  // ---- programs

  private Programs programs(Processes processes) {
    return new Programs(processes, System.getenv(), folder, folder.resolve("hub"));
  }

  private Processes processes() throws IOException {
    return Processes.open(
        new ProcessesConfig(
            Files.createDirectories(folder.resolve("run")),
            4,
            "programs",
            Duration.ofSeconds(1),
            1 << 20,
            Confinement::here),
        System::currentTimeMillis,
        _ -> {});
  }

  private Path script(String text) throws IOException {
    Path script = folder.resolve("script");
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  @Test
  void codexIsToldWhichThread() throws Exception {
    Path out = folder.resolve("out");
    Path codex = script("printf '%s\\n' \"$@\" \"$CODEX_HOME\" > " + out);
    try (Processes processes = processes()) {
      CodexQueue way = new CodexQueue(programs(processes));
      way.wake(call(Map.of("thread", "t-1", "home", "/h", "program", codex.toString())));
      List<String> said = Files.readAllLines(out);
      assertThat(said.subList(0, 4)).containsExactly("queue", "--thread", "t-1", "--message");
      assertThat(said.get(4)).contains(ID.toString());
      assertThat(said.get(5)).isEqualTo("/h");
      assertThatThrownBy(() -> way.check(Map.of("thread", "--help"))).isInstanceOf(Refused.class);
    }
  }

  @Test
  void aCommandIsToldIdsByVariablesAndDoesNotRunTooOften() throws Exception {
    Path out = folder.resolve("out");
    Path program = script("echo \"$@ $PARLEY_WAKE_AGENT $PARLEY_WAKE_MESSAGES\" > " + out);
    long[] now = {1_000_000};
    try (Processes processes = processes()) {
      CommandWaker way = new CommandWaker(programs(processes), () -> now[0]);
      Map<String, String> settings = Map.of("command", program + " now", "sandbox", "false");
      way.wake(call(settings));
      assertThat(Files.readString(out)).isEqualTo("now ada " + ID + "\n");
      assertThatThrownBy(() -> way.wake(call(settings))).hasMessageContaining("less than 5 s ago");
      now[0] += 5_000;
      Files.writeString(program, "#!/bin/sh\nexit 3\n");
      assertThatThrownBy(() -> way.wake(call(settings))).hasMessageContaining("code 3");
      assertThatThrownBy(() -> way.check(Map.of("command", "sh -c x"))).isInstanceOf(Refused.class);
    }
  }

  @Test
  void aProgramThatHangsIsEndedWhenItIsBrokenOff() throws Exception {
    Path program = script("echo $$ > " + folder.resolve("pid") + "\nexec sleep 600");
    try (Processes processes = processes()) {
      CommandWaker way = new CommandWaker(programs(processes), () -> 0);
      Thread waking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      way.wake(call(Map.of("command", program.toString(), "sandbox", "false")));
                    } catch (IOException | InterruptedException e) {
                      got.add(e.getClass().getSimpleName());
                    }
                  });
      await()
          .until(
              () ->
                  Files.exists(folder.resolve("pid"))
                      && !Files.readString(folder.resolve("pid")).isBlank());
      waking.interrupt();
      assertThat(got()).isEqualTo("InterruptedException");
      long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
      await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
  }
}
