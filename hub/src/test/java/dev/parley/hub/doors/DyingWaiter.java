package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A client that waits for messages and does not live to see them. */
final class DyingWaiter implements AutoCloseable {
  private static final int SECONDS = 50;
  private static final long WAITING_WITHIN_MILLIS = 30_000;

  /** What carries its call. */
  enum Way {
    SESSION,
    SESSION_WITH_PROGRESS,
    WITHOUT_SESSION,
    HTTP_SSE,
    STDIO_SESSION,
    STDIO_WITHOUT_SESSION;

    /** Where there is no session, to close the connection is to cancel. */
    boolean knows(Death death) {
      return this != WITHOUT_SESSION || death != Death.CANCELS;
    }

    boolean isStdio() {
      return this == STDIO_SESSION || this == STDIO_WITHOUT_SESSION;
    }
  }

  /** How it dies. */
  enum Death {
    CLOSES,
    SIGTERM,
    SIGKILL,
    /** It has given up, and says nothing; its connection stays. */
    GIVES_UP,
    CANCELS;

    boolean isSignal() {
      return this == SIGTERM || this == SIGKILL;
    }
  }

  private final Way way;
  private final Death death;
  private final HubUnderTest hub;
  private final String token;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> session = new LinkedHashMap<>();
  private Process process;
  private Socket socket;
  private OutputStream toHub;
  private BufferedReader fromHub;
  private URI messages;

  private DyingWaiter(Way way, Death death, HubUnderTest hub, String token) {
    this.way = way;
    this.death = death;
    this.hub = hub;
    this.token = token;
  }

  /** It waits when this returns. */
  static DyingWaiter waiting(Way way, Death death, HubUnderTest hub, String agent, String token)
      throws Exception {
    DyingWaiter waiter = new DyingWaiter(way, death, hub, token);
    waiter.begin();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAITING_WITHIN_MILLIS);
    while (!waiter.isThere(agent)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(way + " does not wait");
      }
      Thread.onSpinWait();
    }
    return waiter;
  }

  /** A stream is there a moment before its call waits; messages may come in between. */
  private boolean isThere(String agent) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + hub.port() + "/api/agents/" + agent))
            .header("Authorization", "Bearer " + hub.ownerToken())
            .build();
    String shown = http.send(request, BodyHandlers.ofString()).body();
    return Json.parse(shown).findPath("online").asBoolean(false);
  }

  private void begin() throws Exception {
    switch (way) {
      case SESSION, SESSION_WITH_PROGRESS -> {
        initialize();
        open("POST /mcp?profile=all", session, wait(way == Way.SESSION_WITH_PROGRESS, Map.of()));
      }
      case WITHOUT_SESSION -> open("POST /mcp?profile=all", modernHeaders(), wait(false, modern()));
      case HTTP_SSE -> {
        open("GET /sse?profile=all", Map.of(), "");
        for (String line = fromHub.readLine(); ; line = fromHub.readLine()) {
          if (line.startsWith("data: /message/")) {
            messages =
                URI.create(
                    "http://127.0.0.1:" + hub.agentPort() + line.substring("data: ".length()));
            break;
          }
        }
        post(messages, Map.of(), McpConnection.message(1, "initialize", McpConnection.hello()));
        post(messages, Map.of(), wait(false, Map.of()));
      }
      case STDIO_SESSION -> {
        startBridge();
        say(McpConnection.message(1, "initialize", McpConnection.hello()));
        say(McpConnection.message(null, "notifications/initialized", Map.of()));
        say(wait(false, Map.of()));
      }
      case STDIO_WITHOUT_SESSION -> {
        startBridge();
        say(wait(false, modern()));
      }
    }
  }

  private static Map<String, Object> modern() {
    return Map.of(
        "io.modelcontextprotocol/protocolVersion",
        McpGeneration.MODERN.version(),
        "io.modelcontextprotocol/clientCapabilities",
        Map.of());
  }

  private static Map<String, String> modernHeaders() {
    return Map.of(
        "MCP-Protocol-Version",
        McpGeneration.MODERN.version(),
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        "wait_for_messages");
  }

  private static String wait(boolean progress, Map<String, Object> meta) {
    Map<String, Object> whole = new HashMap<>(meta);
    if (progress) {
      whole.put("progressToken", 1);
    }
    return McpConnection.message(
        7,
        "tools/call",
        Map.of(
            "name", "wait_for_messages", "arguments", Map.of("seconds", SECONDS), "_meta", whole));
  }

  private void initialize() throws IOException, InterruptedException {
    var answer =
        http.send(
            request(mcp(), Map.of())
                .POST(
                    BodyPublishers.ofString(
                        McpConnection.message(1, "initialize", McpConnection.hello())))
                .build(),
            BodyHandlers.ofString());
    session.put("Mcp-Session-Id", answer.headers().firstValue("Mcp-Session-Id").orElseThrow());
    session.put("MCP-Protocol-Version", McpGeneration.LEGACY.version());
  }

  private URI mcp() {
    return URI.create("http://127.0.0.1:" + hub.agentPort() + "/mcp?profile=all");
  }

  private HttpRequest.Builder request(URI to, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    headers.forEach(request::header);
    return request;
  }

  private void post(URI to, Map<String, String> headers, String message) {
    try {
      http.send(
          request(to, headers).POST(BodyPublishers.ofString(message)).build(),
          BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A request on a connection of its own; of a process of its own, if that is to be killed. */
  private void open(String line, Map<String, String> headers, String body) throws IOException {
    StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\n");
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Host", "127.0.0.1:" + hub.agentPort());
    all.put("Authorization", "Bearer " + token);
    all.put("Content-Type", "application/json");
    all.put("Accept", "application/json, text/event-stream");
    if (!body.isEmpty()) {
      all.put("Content-Length", Integer.toString(body.getBytes(UTF_8).length));
    }
    all.forEach((name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
    request.append("\r\n").append(body);
    if (!death.isSignal()) {
      socket = new Socket("127.0.0.1", hub.agentPort());
      socket.getOutputStream().write(request.toString().getBytes(UTF_8));
      fromHub = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      return;
    }
    start(
        List.of(
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/$0; printf %s \"$1\" >&3; exec cat <&3",
            Integer.toString(hub.agentPort()),
            request.toString()),
        Map.of());
  }

  private void startBridge() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.parley.hub.Main"));
    command.addAll(List.of("mcp", "--profile", "all"));
    start(
        command,
        Map.of("PARLEY_URL", "ws://127.0.0.1:" + hub.agentPort() + "/ws", "PARLEY_TOKEN", token));
  }

  private void start(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    toHub = process.getOutputStream();
    fromHub = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  private void say(String message) {
    try {
      toHub.write((message + "\n").getBytes(UTF_8));
      toHub.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void die() {
    switch (death) {
      case CLOSES -> close();
      case SIGTERM -> process.destroy();
      case SIGKILL -> process.destroyForcibly();
      case GIVES_UP -> {} // what comes is read by nobody
      case CANCELS -> cancel();
    }
  }

  private void cancel() {
    String cancelled =
        McpConnection.message(null, "notifications/cancelled", Map.of("requestId", 7));
    switch (way) {
      case SESSION, SESSION_WITH_PROGRESS -> post(mcp(), session, cancelled);
      case HTTP_SSE -> post(messages, Map.of(), cancelled);
      case STDIO_SESSION, STDIO_WITHOUT_SESSION -> say(cancelled);
      case WITHOUT_SESSION -> close();
    }
  }

  /** A bridge is told that its input is at its end; other connections are broken off. */
  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      } else if (way.isStdio()) {
        toHub.close();
      } else {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      // It has gone already.
    }
  }
}
