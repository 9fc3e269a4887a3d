package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several routes at one path: told apart by method, and upgrades from ordinary requests. */
class SharedPathTest {
  private final Served door =
      new Served(
          Route.forOwner("/", answering("page")),
          Route.forOwner("/", answering("posted")).taking(HttpMethod.POST),
          Route.forOwner("/", answering("socket")).upgrading(),
          Route.forOwner("/only", answering("socket alone")).upgrading(),
          Route.forOwner("/page", answering("page alone")));

  @AfterEach
  void close() {
    door.close();
  }

  private static Endpoint answering(String text) {
    return request -> {
      var _ = request.response().putHeader("Connection", "close").end(text);
    };
  }

  private String answer(String method, String path, String headers) {
    String whole =
        door.talk(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
    return whole.substring(whole.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void anUpgradeIsToldFromAGetOfTheSamePath() {
    assertThat(answer("GET", "/", "")).isEqualTo("page");
    assertThat(answer("GET", "/", "Upgrade: websocket\r\nConnection: Upgrade\r\n"))
        .isEqualTo("socket");
    assertThat(answer("GET", "/", "Upgrade: WebSocket\r\nConnection: Upgrade\r\n"))
        .isEqualTo("socket");
    assertThat(answer("POST", "/", "Content-Length: 0\r\n")).isEqualTo("posted");
  }

  @Test
  void whereThereIsOnlyOneRouteItGetsBothAndMaySayWhatItWants() {
    assertThat(answer("GET", "/only", "")).isEqualTo("socket alone");
    assertThat(answer("GET", "/page", "Upgrade: websocket\r\nConnection: Upgrade\r\n"))
        .isEqualTo("page alone");
  }
}
