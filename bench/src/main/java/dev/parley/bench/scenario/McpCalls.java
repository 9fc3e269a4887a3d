package dev.parley.bench.scenario;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** {@code tools/call send_message} over Streamable HTTP: durable when it is answered. */
final class McpCalls {
  private static final int IN_FLIGHT = 32;
  private static final int CALLS_OF_A_REQUEST = 10;
  private static final double BAR = 10_000;

  /** So many rounds at once: before, half of the time goes into compiling the hub's code. */
  private static final int WARM_UP = 10;

  private final Run run;

  McpCalls(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    if (run.settings().fake()) {
      run.say("mcp: the fake hub does not speak it");
      return;
    }
    List<Double> rates = new ArrayList<>();
    List<Double> waits = new ArrayList<>();
    int calls = run.settings().requests() * CALLS_OF_A_REQUEST;
    try (Target hub = run.hub("mcp-hub")) {
      try (var control = ControlClient.open(hub.port(), hub.token())) {
        control.call("{\"type\":\"agent.create\",\"agentId\":\"sink\"}");
      }
      byte[] request = request(hub);
      List<HttpLine> lines = new ArrayList<>();
      try {
        for (int i = 0; i < IN_FLIGHT; i++) {
          lines.add(new HttpLine(i, hub.port(), request));
        }
        // Round 0 warms up.
        for (int round = 0; round <= run.settings().rounds(); round++) {
          int ofThisRound = round == 0 ? calls * WARM_UP : calls;
          double rate = ofThisRound * 1e9 / nanos(lines, ofThisRound);
          if (round > 0) {
            rates.add(rate);
            waits.add(IN_FLIGHT / rate * 1e9);
          }
          run.say("mcp %s %.0f calls/s", round == 0 ? "warm-up" : "round " + round, rate);
        }
      } finally {
        for (HttpLine line : lines) {
          line.close();
        }
      }
    }
    Spread rate = Spread.of(rates);
    run.report()
        .row(
            Row.noLess(
                "MCP `tools/call send_message`, 32 in flight, durable",
                rate.thousands(),
                rate.median(),
                BAR,
                "/s"));
    run.report()
        .detail(
            "MCP over Streamable HTTP: %s, a call answered after %s"
                .formatted(rate.thousands(), Spread.of(waits).micros()));
  }

  /** Each line has one call under way, and gets the next as soon as that is answered. */
  private static long nanos(List<HttpLine> lines, int calls) throws IOException {
    long start = System.nanoTime();
    int sent = 0;
    for (HttpLine line : lines) {
      line.send();
      sent++;
    }
    for (int answered = 0; answered < calls; answered++) {
      HttpLine line = lines.get(answered % lines.size());
      line.awaitAnswer();
      if (sent < calls) {
        line.send();
        sent++;
      }
    }
    return System.nanoTime() - start;
  }

  /** One call as it goes over the wire, in a session that is opened for it. */
  private byte[] request(Target hub) throws IOException, InterruptedException {
    String initialize =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";
    String session;
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> opened =
          http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + "/mcp"))
                  .header("Content-Type", "application/json")
                  .header("Authorization", "Bearer " + hub.token())
                  .POST(HttpRequest.BodyPublishers.ofString(initialize))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      session =
          opened
              .headers()
              .firstValue("Mcp-Session-Id")
              .orElseThrow(() -> new IOException("no session: " + opened.body()));
    }
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":"
                .formatted(HttpLine.ID_SLOT)
            + "\"send_message\",\"arguments\":{\"to\":\"sink\",\"content\":\""
            + Body.text(1, run.settings().workload().bodyBytes())
            + "\"}}}";
    return ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nAuthorization: Bearer "
            + hub.token()
            + "\r\nMcp-Session-Id: "
            + session
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(US_ASCII);
  }
}
