package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call us what, and from which pages. */
class HostCheckTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:1234",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.3.2.1",
        "[::1]",
        "[::1]:3000"
      })
  void loopbackNamesAreLetIn(String host) {
    assertThat(get(hub.port(), "/health", "Host: " + host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:3000",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "127.0.0.1x",
        "[::1].evil.example",
        "0x7f.0.0.1",
        "128.0.0.1",
        "127.0.0",
        ""
      })
  void namesSomebodyElseCouldOwnAreNot(String host) {
    assertThat(get(hub.port(), "/health", "Host: " + host)).startsWith("HTTP/1.1 403 ");
  }

  @Test
  void withoutAHostOrWithTwoNobodyIsLetIn() {
    assertThat(get(hub.port(), "/health", "X-Nothing: here")).startsWith("HTTP/1.1 403 ");
    assertThat(get(hub.port(), "/health", "Host: localhost", "Host: evil.example"))
        .startsWith("HTTP/1.1 403 ");
  }

  @Test
  void configuredNamesAreLetIn() {
    restart(
        DoorConfig.DEFAULT.withPorts(
            new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of("Hub.Example"), 1)));
    assertThat(get(hub.port(), "/health", "Host: hub.example:3000")).startsWith("HTTP/1.1 200 ");
    assertThat(get(hub.port(), "/health", "Host: other.example")).startsWith("HTTP/1.1 403 ");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:3000, 200",
    "http://localhost, 403",
    "http://localhost:3001, 403",
    "http://evil.example, 403",
    "http://evil.example/localhost:3000, 403",
    "null, 403",
    "localhost:3000, 403"
  })
  void pagesOfOtherOriginsMayNotTalkToUs(String origin, String status) {
    assertThat(get(hub.port(), "/health", "Host: localhost:3000", "Origin: " + origin))
        .startsWith("HTTP/1.1 " + status);
  }

  @Test
  void aWebSocketFromAnotherOriginIsRefusedToo() {
    String answer =
        get(
            hub.port(),
            "/ws",
            "Host: localhost",
            "Origin: https://evil.example",
            "Upgrade: websocket",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13");
    assertThat(answer).startsWith("HTTP/1.1 403 ");
  }
}
