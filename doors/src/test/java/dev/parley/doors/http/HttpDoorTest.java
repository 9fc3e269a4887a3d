package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.doors.Configs;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDoorTest {
  private TestHub hub = TestHub.start();

  @AfterEach
  void close() {
    hub.close();
  }

  private void restart(DoorConfig config) {
    hub.close();
    hub = TestHub.start(config);
  }

  /** Sends text as it is and returns everything that comes back. */
  private static String talk(int port, String request) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String get(int port, String path, String... headers) {
    return talk(
        port,
        "GET "
            + path
            + " HTTP/1.1\r\n"
            + String.join("\r\n", headers)
            + "\r\nConnection: close\r\n\r\n");
  }

  private String status(int port, String path) {
    return get(port, path, "Host: localhost:" + port).substring(9, 12);
  }

  @ParameterizedTest
  @CsvSource({
    "/health,200,200",
    "/ready,200,404",
    "/metrics,401,404",
    "/status,401,404",
    "/ws,426,426",
    "/nope,404,404",
    "/health/,404,404",
    "/../health,404,404"
  })
  void eachPortServesWhatIsForIt(String path, String owner, String agent) {
    assertThat(status(hub.http().ownerPort(), path)).isEqualTo(owner);
    assertThat(status(hub.http().agentPort(), path)).isEqualTo(agent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "7", "8", "12", "14"})
  void otherVersionsOfWebSocketAreToldOurs(String version) {
    String answer =
        talk(
            hub.port(),
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
                + version
                + "\r\n\r\n");
    assertThat(answer)
        .startsWith("HTTP/1.1 426 ")
        .containsIgnoringCase("sec-websocket-version: 13");
  }

  @Test
  void otherMethodsAreNotAllowed() {
    assertThat(
            talk(
                hub.port(),
                "POST /health HTTP/1.1\r\n"
                    + "Host: localhost\r\n"
                    + "Content-Length: 2\r\n"
                    + "Connection: close\r\n\r\n"
                    + "hi"))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("allow: GET, HEAD");
  }

  @Test
  void aHeadHasNoBody() {
    assertThat(
            talk(
                hub.port(),
                "HEAD /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ")
        .endsWith("\r\n\r\n");
  }

  @Test
  void nonsenseIsABadRequest() {
    assertThat(talk(hub.port(), "HELLO\r\n\r\n")).contains(" 400 Bad Request");
    assertThat(
            talk(
                hub.port(),
                "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\n\r\n"))
        .contains(" 431 ");
    assertThat(
            talk(hub.port(), "GET /" + "y".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 414 ");
  }

  @Test
  void aConnectionThatAsksNothingIsClosed() {
    restart(Configs.request(Duration.ofMillis(500)));
    assertThat(talk(hub.port(), "")).isEmpty();
    assertThat(talk(hub.port(), "GET /hea")).isEmpty();
    assertThat(talk(hub.port(), "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aWebSocketIsNotHurriedLikeARequest() {
    restart(Configs.request(Duration.ofMillis(500)));
    RawClient client = hub.raw().authenticate(hub.ownerToken());
    assertThat(talk(hub.port(), "")).isEmpty();
    client.text("{\"type\":\"ping\"}");
    assertThat(client.read().text()).isEqualTo("{\"type\":\"pong\"}");
  }

  @Test
  void beyondTheLimitNewcomersAreTold503() {
    restart(Configs.connections(2));
    RawClient one = hub.raw();
    RawClient two = hub.raw();
    assertThat(get(hub.port(), "/health", "Host: localhost")).startsWith("HTTP/1.1 503 ");
    assertThatThrownBy(() -> hub.raw())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(" 503 ");
    one.close();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(get(hub.port(), "/health", "Host: localhost"))
                    .startsWith("HTTP/1.1 200 "));
    two.close();
  }

  @Test
  void closedConnectionsAreNotCountedAnyMore() {
    for (int i = 0; i < 20; i++) {
      hub.raw().close();
      status(hub.port(), "/health");
    }
    Awaitility.await().untilAsserted(() -> assertThat(hub.http().connections()).isZero());
    assertThat(hub.webSockets().connections()).isZero();
  }

  @Test
  void aPortInUseIsSaidSo() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();
      DoorConfig config =
          DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", port, 0, Set.of(), 2));
      assertThatThrownBy(() -> HttpDoor.start(config, List.of()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(
              "the owner port 127.0.0.1:" + port + " cannot be opened (is it in use?)");
    }
  }

  @Test
  void closingTwiceIsClosingOnce() {
    hub.http().close();
    hub.http().close();
    assertThatThrownBy(() -> new Socket("127.0.0.1", hub.port())).isInstanceOf(IOException.class);
  }
}
