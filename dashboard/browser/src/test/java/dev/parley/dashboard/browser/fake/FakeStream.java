package dev.parley.dashboard.browser.fake;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code /api/events}: remembers everything, so that whoever comes back misses nothing. */
final class FakeStream {
  private final List<String> log = new ArrayList<>();
  private final List<HttpServerResponse> open = new ArrayList<>();
  private final List<String> held = new ArrayList<>();
  private boolean isDown;
  private boolean isHeld;

  synchronized void join(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (isDown) {
      var _ = request.connection().close();
      return;
    }
    response.setChunked(true).putHeader("Content-Type", "text/event-stream");
    response.putHeader("Cache-Control", "no-store");
    String last = request.getHeader("Last-Event-ID");
    var _ = response.write("retry: 100\n: welcome\n\n");
    for (int i = last == null ? log.size() : Integer.parseInt(last); i < log.size(); i++) {
      var _ = response.write(log.get(i));
    }
    open.add(response);
    response.closeHandler(_ -> leave(response));
  }

  private synchronized void leave(HttpServerResponse response) {
    open.remove(response);
  }

  synchronized void tell(String name, ObjectNode data) {
    String event = "id: %d\nevent: %s\ndata: %s\n\n".formatted(log.size() + 1, name, data);
    log.add(event);
    if (isHeld) {
      held.add(event);
    } else {
      write(event);
    }
  }

  private void write(String event) {
    for (HttpServerResponse response : open) {
      var _ = response.write(event);
    }
  }

  /** Cuts everybody off and lets nobody back in. */
  synchronized void goDown() {
    isDown = true;
    List.copyOf(open).forEach(response -> response.reset());
    open.clear();
  }

  synchronized void comeBack() {
    isDown = false;
  }

  /** What happens from now on is told later. */
  synchronized void hold() {
    isHeld = true;
  }

  synchronized void release() {
    isHeld = false;
    held.forEach(this::write);
    held.clear();
  }

  synchronized int listeners() {
    return open.size();
  }
}
