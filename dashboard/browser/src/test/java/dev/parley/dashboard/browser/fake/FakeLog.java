package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;

/** What a program writes, from its beginning and as it goes on: {@code /api/agents/ID/log}. */
public final class FakeLog {
  private final StringBuilder written = new StringBuilder();
  private final List<HttpServerResponse> open = new ArrayList<>();
  private boolean ended;

  synchronized void join(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.setChunked(true).putHeader("Content-Type", "text/event-stream");
    open.add(response);
    var _ = response.write(": welcome\n\n");
    tell(response, written.toString());
    if (ended) {
      end(response);
    }
  }

  private static void tell(HttpServerResponse response, String text) {
    if (!text.isEmpty()) {
      var _ =
          response.write("event: log\ndata: " + JSON.createObjectNode().put("text", text) + "\n\n");
    }
  }

  private static void end(HttpServerResponse response) {
    var _ = response.end("event: end\ndata: {}\n\n");
  }

  public synchronized void write(String text) {
    written.append(text);
    open.forEach(response -> tell(response, text));
  }

  public synchronized void end() {
    ended = true;
    open.forEach(FakeLog::end);
    open.clear();
  }

  /** Cuts everybody off. */
  public synchronized void breakOff() {
    open.forEach(HttpServerResponse::reset);
    open.clear();
  }
}
