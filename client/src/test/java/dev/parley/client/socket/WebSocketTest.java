package dev.parley.client.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.parley.testkit.websocket.FakeWebSocketServer;
import dev.parley.testkit.websocket.Peer;
import dev.parley.testkit.websocket.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class WebSocketTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 65_535, 65_536, 1_000_000})
  void textOfEveryLengthFormGoesThereAndBack(int length) throws IOException {
    try (var server = FakeWebSocketServer.start(Peer::send);
        var socket = open(server)) {
      String text = "é".repeat(length);

      socket.append(text.getBytes(UTF_8));
      socket.flush();

      assertThat(new String(socket.read(), UTF_8)).isEqualTo(text);
    }
  }

  @Test
  void fragmentsAreOneMessageEvenWithAPingBetweenThem() throws IOException {
    Script script =
        (peer, text) -> {
          peer.frame(0x01, "one ".getBytes(UTF_8));
          peer.ping("are you there");
          peer.frame(0x00, "two ".getBytes(UTF_8));
          peer.frame(0x80, "three".getBytes(UTF_8));
        };
    try (var server = FakeWebSocketServer.start(script);
        var socket = open(server)) {
      say(socket, "go");

      assertThat(new String(socket.read(), UTF_8)).isEqualTo("one two three");
    }
  }

  @Test
  void aPingIsAnswered() throws Exception {
    var ponged = new CompletableFuture<Boolean>();
    Script script =
        new Script() {
          @Override
          public void onText(Peer peer, String text) throws IOException {
            peer.ping("x");
            peer.send("after");
          }

          @Override
          public void onPong(Peer peer) {
            ponged.complete(true);
          }
        };
    try (var server = FakeWebSocketServer.start(script);
        var socket = open(server)) {
      say(socket, "go");
      socket.read();

      assertThat(ponged.get(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void closingByTheServerTellsItsCodeAndReason() throws IOException {
    try (var server = FakeWebSocketServer.start((peer, text) -> peer.close(4401, "wrong token"));
        var socket = open(server)) {
      say(socket, "go");

      assertThatExceptionOfType(ConnectionClosed.class)
          .isThrownBy(socket::read)
          .withMessage("wrong token")
          .extracting(ConnectionClosed::code)
          .isEqualTo(4401);
    }
  }

  @Test
  void closingTellsTheServer() throws Exception {
    var code = new CompletableFuture<Integer>();
    Script script =
        new Script() {
          @Override
          public void onText(Peer peer, String text) {}

          @Override
          public void onClose(Peer peer, int closeCode) {
            code.complete(closeCode);
          }
        };
    try (var server = FakeWebSocketServer.start(script)) {
      open(server).close();

      assertThat(code.get(5, TimeUnit.SECONDS)).isEqualTo(1000);
    }
  }

  @Test
  void aConnectionThatEndsWithoutAWordIsAbnormal() throws IOException {
    try (var server = FakeWebSocketServer.start((peer, text) -> peer.drop());
        var socket = open(server)) {
      say(socket, "go");

      assertThatExceptionOfType(ConnectionClosed.class)
          .isThrownBy(socket::read)
          .extracting(ConnectionClosed::code)
          .isEqualTo(ConnectionClosed.ABNORMAL);
    }
  }

  @Test
  void aSilentServerIsPingedAndStaysConnectedWhenItAnswers() throws Exception {
    var answered = new CompletableFuture<Boolean>();
    try (var server = FakeWebSocketServer.start(Peer::send);
        var socket = open(server)) {
      socket.keepAlive(Duration.ofMillis(500));
      Thread reader =
          Thread.startVirtualThread(
              () -> {
                try {
                  answered.complete(new String(socket.read(), UTF_8).equals("late"));
                } catch (IOException e) {
                  answered.completeExceptionally(e);
                }
              });
      // Several silent spans pass first; each is bridged by a ping and its pong.
      assertThat(reader.join(Duration.ofMillis(1_300))).isFalse();
      say(socket, "late");

      assertThat(answered.get(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aServerThatDoesNotEvenAnswerPingsIsGivenUp() throws IOException {
    var release = new CompletableFuture<Void>();
    try (var server = FakeWebSocketServer.start((peer, text) -> release.join());
        var socket = open(server)) {
      socket.keepAlive(Duration.ofMillis(20));
      say(socket, "the script hangs now, so no ping is read");

      assertThatIOException().isThrownBy(socket::read).withMessageContaining("no longer answers");
      release.complete(null);
    }
  }

  @Test
  void aMessageBeyondTheLimitIsRefusedBeforeItIsRead() throws IOException {
    try (var server = FakeWebSocketServer.start((peer, text) -> peer.send("x".repeat(101)));
        var socket = WebSocket.open(server.address(), PATIENCE, 100)) {
      say(socket, "go");

      assertThatIOException().isThrownBy(socket::read).withMessageContaining("100 bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x82, 0x80, 0xC1, 0x83, 0x09})
  void aFrameAgainstTheRulesEndsTheConnection(int head) throws IOException {
    try (var server = FakeWebSocketServer.start((peer, text) -> peer.frame(head, new byte[3]));
        var socket = open(server)) {
      say(socket, "go");

      assertThatExceptionOfType(ConnectionClosed.class)
          .isThrownBy(socket::read)
          .extracting(ConnectionClosed::code)
          .isEqualTo(1002);
    }
  }

  @Test
  void aServerThatSpeaksSomethingElseIsNamed() throws IOException {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(
          () -> {
            try (var socket = listening.accept()) {
              socket.getOutputStream().write("HTTP/1.1 404 Not Found\r\n\r\n".getBytes(UTF_8));
              socket.getInputStream().readAllBytes();
            } catch (IOException e) {
              // The client hung up.
            }
          });
      URI address = URI.create("ws://127.0.0.1:" + listening.getLocalPort() + "/ws");

      assertThatIOException()
          .isThrownBy(() -> WebSocket.open(address, PATIENCE, 100))
          .withMessageContaining("HTTP/1.1 404 Not Found");
    }
  }

  @Test
  void aServerThatAcceptsAndThenSaysNothingIsGivenUp() throws IOException {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI address = URI.create("ws://127.0.0.1:" + listening.getLocalPort() + "/ws");

      assertThatIOException()
          .isThrownBy(() -> WebSocket.open(address, Duration.ofMillis(50), 100))
          .withMessageContaining("no longer answers");
    }
  }

  private static WebSocket open(FakeWebSocketServer server) throws IOException {
    return WebSocket.open(server.address(), PATIENCE, 10_000_000);
  }

  private static void say(WebSocket socket, String text) throws IOException {
    socket.append(text.getBytes(UTF_8));
    socket.flush();
  }
}
